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
