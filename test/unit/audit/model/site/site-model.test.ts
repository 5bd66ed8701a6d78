import { describe, expect, it } from "vitest";
import { worstSeverity } from "../../../../../src/audit/model/issue";
import { agentReadiness } from "../../../../../src/audit/model/site/agent-readiness";
import { judgeDiscovery } from "../../../../../src/audit/model/site/agent-discovery";
import { CanonicalCount } from "../../../../../src/audit/model/site/canonical-hosts";
import { incomparableChecks, isGone, isMissing, isNoImage } from "../../../../../src/audit/model/site/file-statuses";
import { headerLinks, markdownTwinOf } from "../../../../../src/audit/model/site/link-relations";
import { isFinal } from "../../../../../src/audit/model/site/link-tries";
import { isReturned, PAIR, PairSet } from "../../../../../src/audit/model/site/pair-set";
import { PreviewOwners } from "../../../../../src/audit/model/site/preview-owners";
import {
  beginsLikeHtml,
  blockedAtRoot,
  forbidsEverything,
  looksLikeHtml,
  parsedRobots,
  robotsAvailability,
} from "../../../../../src/audit/model/site/robots-file";
import type { Probe } from "../../../../../src/audit/model/site/site-facts";
import { parseRobots, type RobotsFile } from "../../../../../src/web";

const probe = (status: number, text = "", contentType: string | null = "application/json"): Probe => ({
  url: "",
  status,
  location: null,
  contentType,
  text,
});

describe("files by which agents find a site's services", () => {
  const judge = (name: Parameters<typeof judgeDiscovery>[0], text: string) =>
    judgeDiscovery(name, probe(200, text), false).reason;
  it.each([
    ["apiCatalog", '{"linkset":[{}]}', null],
    ["apiCatalog", '{"linkset":[]}', "no linkset"],
    ["apiCatalog", '{"linkset":"a"}', "no linkset"],
    ["apiCatalog", "[]", "not a JSON object"],
    ["apiCatalog", "null", "not a JSON object"],
    ["apiCatalog", "7", "not a JSON object"],
    ["apiCatalog", "{", "not JSON"],
    ["mcpServerCard", '{"name":"a"}', null],
    ["mcpServerCard", '{"serverInfo":{"name":"a"}}', null],
    ["mcpServerCard", '{"name":"","serverInfo":{"name":7}}', "no name of the server"],
    ["mcpServerCard", "{}", "no name of the server"],
    ["agentSkills", '{"skills":[]}', null],
    ["agentSkills", '{"skills":[{"name":"a","description":"b"}]}', null],
    [
      "agentSkills",
      '{"skills":[{"name":"a","description":"b"},{"description":"b"}]}',
      "no list of skills with name and description",
    ],
    ["agentSkills", '{"skills":[{"name":"a","description":""}]}', "no list of skills with name and description"],
    ["agentSkills", '{"skills":[null]}', "no list of skills with name and description"],
    ["agentSkills", "{}", "no list of skills with name and description"],
    ["oauthProtectedResource", '{"resource":"https://a.example/"}', null],
    ["oauthProtectedResource", '{"resource":"a"}', "no resource"],
    ["oauthProtectedResource", '{"resource":7}', "no resource"],
    ["oauthAuthorizationServer", '{"issuer":"https://a.example/"}', null],
    ["oauthAuthorizationServer", "{}", "no issuer"],
  ] as const)("%s with %s: %s", (name, text, reason) => expect(judge(name, text)).toBe(reason));

  it.each([
    [null, true, { state: "unknown", status: null, reason: null }],
    [probe(0), true, { state: "unknown", status: null, reason: null }],
    [probe(404), false, { state: "not_applicable", status: 404, reason: null }],
    [probe(410), true, { state: "missing", status: 410, reason: "the Link header names it" }],
    [probe(200, "{}", "Text/HTML; charset=utf-8"), false, { state: "not_applicable", status: 200, reason: null }],
    [probe(200, " <HTML>", null), false, { state: "not_applicable", status: 200, reason: null }],
    [probe(200, "<!doctype html>"), true, { state: "missing", status: 200, reason: "the Link header names it" }],
    [probe(500, "<html>"), false, { state: "invalid", status: 500, reason: "HTTP 500" }],
    [probe(499), false, { state: "unknown", status: 499, reason: "HTTP 499" }],
    [probe(200, '{"linkset":[1]}'), false, { state: "ok", status: 200, reason: null }],
    [probe(200, "{}"), false, { state: "invalid", status: 200, reason: "no linkset" }],
  ] as const)("%j, named %s", (answer, isNamed, judged) =>
    expect(judgeDiscovery("apiCatalog", answer, isNamed)).toEqual(judged),
  );
});

it("agent readiness of a site of which nothing is known is wholly unknown or not applicable", () => {
  const nothing = { llmsTxt: null, markdown: null, markdownTwin: null, discovery: null, home: null, issues: [] };
  const unknown = { state: "unknown", status: null, reason: null };
  const facts = { ...nothing, robots: parseRobots("") };
  expect(agentReadiness(facts)).toEqual({
    ready: false,
    passed: 0,
    applicable: 1,
    llmsTxt: { state: "unknown", status: null },
    markdown: { state: "unknown", contentType: null, twin: null },
    contentSignals: { state: "missing", search: null, aiInput: null, aiTrain: null },
    linkHeader: { state: "unknown", rels: [] },
    licenses: { state: "not_applicable", urls: [] },
    discovery: {
      apiCatalog: unknown,
      mcpServerCard: unknown,
      agentSkills: unknown,
      oauthProtectedResource: unknown,
      oauthAuthorizationServer: unknown,
    },
    webMcp: { state: "unknown", forms: 0, tools: 0, unfinished: [] },
    tokens: null,
  });
  const licences = Array.from({ length: 11 }, (_, i) => `License: https://e.example/${i}`);
  const { licenses, contentSignals } = agentReadiness({
    ...facts,
    robots: parseRobots(
      `${licences.join("\n")}\nUser-agent: a\nContent-Signal: search=no\n\nUser-agent: *\nContent-Signal: ai-input=yes`,
    ),
  });
  expect([licenses.state, licenses.urls.length]).toEqual(["ok", 10]);
  expect(contentSignals).toEqual({ state: "given", search: null, aiInput: true, aiTrain: null });
});

describe("robots.txt", () => {
  const file = (change: Partial<RobotsFile>) =>
    ({
      status: 200,
      contentType: "text/plain",
      text: "User-agent: *\nDisallow: /a",
      redirectLimit: false,
      ...change,
    }) as RobotsFile;
  it.each([
    [{}, "ok", 1],
    [{ status: 204 }, "ok", 1],
    [{ status: 299 }, "ok", 1],
    [{ status: 199 }, "missing", 0],
    [{ status: 300 }, "missing", 0],
    [{ status: 404 }, "missing", 0],
    [{ status: 499 }, "missing", 0],
    [{ status: 0 }, "unreachable", 0],
    [{ status: 429 }, "unreachable", 0],
    [{ status: 500 }, "unreachable", 0],
    [{ status: 500, redirectLimit: true }, "redirect_limit", 0],
    [{ contentType: null }, "ok", 1],
    [{ contentType: "Text/HTML" }, "html", 1],
    [{ text: "<html>\nUser-agent: *" }, "html", 0],
  ])("with %j is %s", (change, availability, groups) => {
    expect(robotsAvailability(file(change))).toBe(availability);
    expect(forbidsEverything(file(change))).toBe(availability === "unreachable");
    expect(parsedRobots(file(change)).groups).toHaveLength(groups);
  });

  it.each([
    ["<!DOCTYPE html>", true],
    ["\uFEFF \n<html lang=en>", true],
    ["<head>", true],
    ["<body>", true],
    ["<?xml version='1.0'?> <!-- a --> <!-- b --><html>", true],
    ["<!-- a > b", false],
    ["<?xml", false],
    ["<htmlx>", false],
    ["<p>", false],
    ["a <html>", false],
    [`${" ".repeat(9_994)}<html>`, true],
    [`${" ".repeat(9_996)}<html>`, false],
  ])("begins like HTML or not, case %#: %.20s", (text, is) => {
    expect(beginsLikeHtml(text)).toBe(is);
    expect(looksLikeHtml({ contentType: null, text })).toBe(is);
  });

  it("names the crawlers that must not fetch the home page, with their line", () => {
    const robots = parseRobots("User-agent: A\nAllow: /a\nDisallow: /\n\nUser-agent: *\nDisallow: /b");
    expect(blockedAtRoot(robots, ["A", "B"])).toEqual(["A: line 3: Disallow: /"]);
  });
});

it("canonicals on other hosts count on pages that could be indexed, and the host that most name comes first", () => {
  const count = new CanonicalCount();
  expect(count.summary()).toEqual({ pages: 0, elsewhere: 0, host: null });
  count.add(null, null);
  for (const host of ["c.example", "b.example", "b.example", "a.example", "a.example"])
    count.add("canonicalised", host);
  count.add("noindex", "c.example");
  count.add(null, "c.example");
  count.add("blocked", "c.example");
  expect(count.summary()).toEqual({ pages: 7, elsewhere: 6, host: "a.example" });
});

describe("the response to a request for a file", () => {
  const answer = (status: number, contentType: string | null = null) => ({ status, contentType, bytes: null });
  it("tells whether it is missing, gone, or no image", () => {
    const statuses = [0, -1, -2, -3, 200, 399, 400, 401, 403, 404, 408, 410, 429, 500, 503];
    expect(statuses.filter((status) => isMissing(answer(status)))).toEqual([400, 404, 410, 500]);
    expect(statuses.filter((status) => isGone(answer(status)))).toEqual([-3, 404, 410]);
    const types = [
      "text/html",
      " Application/JSON",
      "application/xhtml+xml",
      "application/pdf",
      "image/png",
      "text/plain",
      "x text/html",
    ];
    expect(types.filter((type) => isNoImage(answer(200, type)))).toEqual(types.slice(0, 4));
    expect([isNoImage(answer(404, "text/html")), isNoImage(answer(200))]).toEqual([false, false]);
  });

  it("is final after a third try, a second sign that it is gone, a success, or a second failure", () => {
    const after = (earlier: number, tries: number) =>
      [200, 399, 400, 404, 0, -3].filter((status) => isFinal({ status: earlier, tries }, status));
    expect([after(0, 0), after(404, 1), after(500, 1), after(500, 2)]).toEqual([
      [200, 399],
      [200, 399, 400, 404, 0, -3],
      [200, 399, 400, 0],
      [200, 399, 400, 404, 0, -3],
    ]);
  });

  it("keeps the checks of files from being compared if a run left some out", () => {
    const checks = ["broken_image", "broken_asset", "image_too_large", "broken_external_link"];
    expect([...incomparableChecks({ left: 0 }, { left: 1 })]).toEqual(checks);
    expect([...incomparableChecks(null, { left: 0 })]).toEqual([]);
  });
});

describe("a Link header", () => {
  it("is read link by link, fifty at most", () => {
    expect(headerLinks('< /a > ; REL = "Next  Alternate" ; Type=Text/Markdown, </b>;rel=c')).toEqual([
      { href: "/a", rels: ["next", "alternate"], type: "text/markdown" },
      { href: "/b", rels: ["c"], type: null },
    ]);
    expect(headerLinks("junk, </a>, <b")).toEqual([{ href: "/a", rels: [], type: null }]);
    expect(headerLinks(Array.from({ length: 51 }, (_, i) => `</${i}>`).join(", "))).toHaveLength(50);
  });

  it("names the page's Markdown before a link element does", () => {
    const facts = { markdownTwin: "/element.md" } as never;
    const twin = (link: string) => markdownTwinOf({ headers: { link }, facts });
    expect(twin('</a.md>; rel=alternate; type="text/markdown; charset=utf-8"')).toBe("/a.md");
    expect([
      twin("</a.md>; rel=next; type=text/markdown"),
      twin("</a.md>; rel=alternate; type=text/html"),
      twin("</a.md>; rel=alternate"),
    ]).toEqual(["/element.md", "/element.md", "/element.md"]);
    expect(markdownTwinOf({ headers: {}, facts: null })).toBeNull();
  });
});

it("pairs of pages are found among hundreds, each with its kind and direction", () => {
  const pairs = new PairSet();
  expect(pairs.has(1, 2, PAIR.alternate)).toBe(false);
  for (let i = 1; i <= 300; i++) pairs.add(i, i + 1_000_000_007 * i, PAIR.next);
  for (let i = 1; i <= 300; i++) expect(pairs.has(i, i + 1_000_000_007 * i, PAIR.next)).toBe(true);
  expect([
    pairs.has(1, 1_000_000_008, PAIR.prev),
    pairs.has(1_000_000_008, 1, PAIR.next),
    pairs.has(2, 1_000_000_008, PAIR.next),
  ]).toEqual([false, false, false]);
  pairs.add(7, 8, PAIR.alternate);
  expect(isReturned(pairs, 7, { urlHash: 8, canonicalHash: null })).toBe(true);
  expect(isReturned(pairs, 7, { urlHash: 9, canonicalHash: 8 })).toBe(true);
  expect([
    isReturned(pairs, 7, { urlHash: 9, canonicalHash: null }),
    isReturned(pairs, 7, { urlHash: 9, canonicalHash: 9 }),
  ]).toEqual([false, false]);
});

it("share tags belong to one page alone until another has them", () => {
  const owners = new PreviewOwners();
  for (const [preview, page] of [
    [1, 5],
    [1, 5],
    [2, 5],
    [2, 6],
    [2, 5],
    [null, 5],
    [null, 6],
  ] as const)
    owners.add(preview, page);
  expect([owners.isShared(1), owners.isShared(2), owners.isShared(3), owners.isShared(null)]).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

it("the worst severity of some issues", () => {
  const worst = (...severities: Array<"error" | "warning" | "notice">) =>
    worstSeverity(severities.map((severity) => ({ severity })));
  expect([worst("notice", "error", "warning"), worst("notice", "warning"), worst("notice"), worst()]).toEqual([
    "error",
    "warning",
    "notice",
    null,
  ]);
});
