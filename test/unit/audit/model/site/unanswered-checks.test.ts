import { expect, it } from "vitest";
import { CHECKS } from "../../../../../src/audit/checks/run-checks";
import type { SiteFacts } from "../../../../../src/audit/model/site/site-facts";
import { unansweredChecks } from "../../../../../src/audit/model/site/unanswered-checks";

const NAMES = ["home", "httpHome", "wwwHome", "unknownPath", "llmsTxt", "markdown", "asCrawlers"];
const facts = (...lacking: string[]) =>
  Object.fromEntries(NAMES.map((name) => [name, lacking.includes(name) ? null : {}])) as unknown as SiteFacts;
const ids = (...args: Parameters<typeof unansweredChecks>) => unansweredChecks(...args).map(({ id }) => id);

it("nothing is unanswered on a site that answered everything", () => {
  expect(unansweredChecks(facts(), "shop.example")).toEqual([]);
});

it.each(["localhost", "127.0.0.1", "shop.localhost"])("%s says nothing about https and www", (host) => {
  const found = unansweredChecks(facts("httpHome", "wwwHome"), host);
  expect(found.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["http_page", "http_not_redirected_to_https", "www_not_consolidated"]),
  );
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  expect(found.every(({ id }) => CHECKS.has(id))).toBe(true);
});

it("a check whose request was not made is named", () => {
  expect(ids(facts("asCrawlers", "markdown"), "shop.example")).toEqual([
    "markdown_not_offered",
    "ai_bots_blocked_by_waf",
  ]);
  expect(ids(facts(...NAMES), "shop.example")).toHaveLength(8);
});

it("tells that faults of pages that were not rendered are not known", () => {
  const told = (rendering: Record<string, number>) =>
    unansweredChecks(facts(), "shop.example", rendering).map(({ id, reason }) => `${id}: ${reason}`);
  expect(told({ template_sample: 2, looks_empty: 1 })).toEqual([]);
  expect(told({ template_sample: 2, template_unchanged: 7, failed: 1 })).toEqual([
    "js_errors: 8 of 10 pages were not rendered",
    "render_timeout: 8 of 10 pages were not rendered",
    "axe_violations: 8 of 10 pages were not rendered",
    "axe_minor_violations: 8 of 10 pages were not rendered",
  ]);
  expect(told({ never: 3 })[0]).toBe("js_errors: no page was rendered");
});

it("checks that can't answer are named with the reason", () => {
  const asked = { home: {}, httpHome: {}, wwwHome: {}, unknownPath: {}, llmsTxt: {}, markdown: {}, asCrawlers: [] };
  const of = (change: object, host: string) => unansweredChecks({ ...asked, ...change } as unknown as SiteFacts, host);
  const [here, lacking] = [
    "this host is on this machine, where http counts as secure",
    "the audit could not request what it needs",
  ];
  expect(of({ home: null, wwwHome: null }, "localhost")).toEqual([
    ...[
      "http_page",
      "insecure_password_form",
      "http_not_redirected_to_https",
      "www_not_consolidated",
      "missing_hsts",
    ].map((id) => ({ id, reason: here })),
    { id: "missing_security_headers", reason: lacking },
  ]);
  expect(
    of(
      { home: null, httpHome: null, wwwHome: null, unknownPath: null, llmsTxt: null, markdown: null, asCrawlers: null },
      "e.example",
    ),
  ).toEqual(
    [
      "http_not_redirected_to_https",
      "www_not_consolidated",
      "unknown_urls_return_200",
      "llms_txt_missing",
      "markdown_not_offered",
      "ai_bots_blocked_by_waf",
      "missing_hsts",
      "missing_security_headers",
    ].map((id) => ({ id, reason: lacking })),
  );
});
