import { describe, expect, it } from "vitest";
import { agentReadiness } from "../../../../../src/audit/model/site/agent-readiness";
import { DISCOVERY_PATHS, type DiscoveryFile, type Probe } from "../../../../../src/audit/model/site/site-facts";
import { parseRobots } from "../../../../../src/web";
import { headerLinks } from "../../../../../src/audit/model/site/link-relations";
import { factsOf, pageOf } from "../../makers.ts";

const probe = (status: number, contentType: string | null, text = ""): Probe =>
  ({ status, contentType, text }) as unknown as Probe;
const issues = (...ids: string[]) =>
  ids.map((id) => ({ id, severity: "notice" as const, detail: { found: "", expected: "" } }));
const good = {
  llmsTxt: probe(200, "text/plain", "# Shop\n\n- [Shoes](https://shop.example/shoes)"),
  markdown: probe(200, "text/markdown; charset=utf-8"),
  robots: parseRobots("User-agent: *\nContent-Signal: search=yes, ai-train=no\n"),
  issues: issues(),
  home: null,
  markdownTwin: null,
  discovery: null,
};
const homeOf = (html: string, link?: string) =>
  pageOf("https://shop.example/", {
    facts: factsOf(html),
    bytes: 4_000,
    headers: link === undefined ? {} : { link },
  });
const found = (files: Partial<Record<DiscoveryFile, Probe>>) =>
  ({ ...Object.fromEntries(Object.keys(DISCOVERY_PATHS).map((name) => [name, probe(404, null)])), ...files }) as Record<
    DiscoveryFile,
    Probe
  >;
const json = (value: unknown) => probe(200, "application/json", JSON.stringify(value));

describe("agent readiness", () => {
  it("is there if llms.txt, Markdown and content signals are", () => {
    expect(agentReadiness(good)).toMatchObject({
      ready: true,
      passed: 3,
      applicable: 3,
      llmsTxt: { state: "ok", status: 200 },
      markdown: { state: "offered", contentType: "text/markdown; charset=utf-8", twin: null },
      contentSignals: { state: "given", search: true, aiInput: null, aiTrain: false },
    });
  });

  it.each([
    ["no llms.txt", { llmsTxt: probe(404, "text/html") }, "llmsTxt", "missing"],
    ["an HTML page as llms.txt", { issues: issues("llms_txt_is_html") }, "llmsTxt", "invalid"],
    ["an llms.txt without links", { issues: issues("llms_txt_invalid") }, "llmsTxt", "invalid"],
    ["an unanswered request for llms.txt", { llmsTxt: probe(0, null) }, "llmsTxt", "unknown"],
    ["no request for llms.txt", { llmsTxt: null }, "llmsTxt", "unknown"],
    ["HTML for Markdown", { markdown: probe(200, "text/html") }, "markdown", "not_offered"],
    ["an error for Markdown", { markdown: probe(500, "text/markdown") }, "markdown", "unknown"],
    ["no request for Markdown", { markdown: null }, "markdown", "unknown"],
    ["no signals", { robots: parseRobots("User-agent: *\nDisallow: /x\n") }, "contentSignals", "missing"],
    ["signals without a meaning", { robots: parseRobots("Content-Signal: maybe\n") }, "contentSignals", "missing"],
    ["signals against the rules", { issues: issues("content_signals_conflict") }, "contentSignals", "conflicting"],
  ] as const)("is missing with %s", (_what, change, part, state) => {
    const readiness = agentReadiness({ ...good, ...change });
    expect([readiness.ready, readiness[part].state]).toEqual([false, state]);
  });
});

describe("the parts that only some sites need", () => {
  const plain = { ...good, home: homeOf("<title>Shop</title><p>Shoes"), discovery: found({}) };
  it("lower nothing if they are not there", () => {
    const ready = agentReadiness(plain);
    expect([ready.passed, ready.applicable]).toEqual([3, 3]);
    const states = [ready.linkHeader, ready.licenses, ready.webMcp, ...Object.values(ready.discovery)];
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["not_applicable"]));
  });

  it("lower nothing if an app answers every path with a page, or the site refuses us", () => {
    const page = probe(200, "text/html", "<!doctype html><title>Shop</title>");
    const { discovery, applicable } = agentReadiness({
      ...plain,
      discovery: found({ apiCatalog: page, agentSkills: probe(403, null), mcpServerCard: probe(0, null) }),
    });
    expect([discovery.apiCatalog.state, discovery.agentSkills.state, discovery.mcpServerCard.state]).toEqual([
      "not_applicable",
      "unknown",
      "unknown",
    ]);
    expect(applicable).toBe(3);
  });

  it.each([
    ["apiCatalog", { linkset: [{ anchor: "https://shop.example/api", "service-desc": [] }] }, { links: [] }],
    ["mcpServerCard", { name: "example/shop", remotes: [] }, { title: "Shop" }],
    ["mcpServerCard", { serverInfo: { name: "shop", version: "1" } }, { serverInfo: {} }],
    [
      "agentSkills",
      { skills: [{ name: "order", description: "Order shoes", url: "/s" }] },
      { skills: [{ name: "a" }] },
    ],
    ["oauthProtectedResource", { resource: "https://shop.example/api" }, { resource: "api" }],
    ["oauthAuthorizationServer", { issuer: "https://shop.example" }, ["https://shop.example"]],
  ] as const)("%s counts if it is valid", (name, valid, wrong) => {
    const ok = agentReadiness({ ...plain, discovery: found({ [name]: json(valid) }) });
    expect([ok.discovery[name].state, ok.passed, ok.applicable]).toEqual(["ok", 4, 4]);
    const bad = agentReadiness({ ...plain, discovery: found({ [name]: json(wrong) }) });
    expect([bad.discovery[name].state, bad.passed, bad.applicable]).toEqual(["invalid", 3, 4]);
    const text = agentReadiness({ ...plain, discovery: found({ [name]: probe(200, "application/json", "{") }) });
    expect(text.discovery[name]).toEqual({ state: "invalid", status: 200, reason: "not JSON" });
  });

  it("are missing only if the site names them", () => {
    const home = homeOf(
      "<title>Shop</title>",
      '</.well-known/api-catalog>; rel="api-catalog", </docs>; rel=service-doc',
    );
    const { linkHeader, discovery } = agentReadiness({ ...plain, home });
    expect(linkHeader).toEqual({ state: "ok", rels: ["api-catalog", "service-doc"] });
    expect([discovery.apiCatalog.state, discovery.mcpServerCard.state]).toEqual(["missing", "not_applicable"]);
  });

  it("count forms that are tools", () => {
    const form = (attributes: string) => agentReadiness({ ...plain, home: homeOf(`<form ${attributes}>`) }).webMcp;
    expect(form('toolname="order" tooldescription="Orders shoes"')).toMatchObject({ state: "ok", forms: 1, tools: 1 });
    expect(form('toolname="order"')).toMatchObject({ state: "invalid", unfinished: ["order"] });
    expect(form('action="/search"')).toMatchObject({ state: "not_applicable", forms: 1, tools: 0 });
  });

  it("take the Markdown that the home page names", () => {
    const home = homeOf('<link rel="alternate" type="text/markdown" href="/index.md">');
    const html = { ...plain, home, markdown: probe(200, "text/html") };
    expect(agentReadiness({ ...html, markdownTwin: probe(200, "text/markdown") }).markdown).toEqual({
      state: "offered",
      contentType: "text/markdown",
      twin: "/index.md",
    });
    expect(agentReadiness({ ...html, markdownTwin: probe(404, null) }).markdown.state).toBe("not_offered");
  });

  it("estimate the tokens of the home page", () => {
    const { tokens } = agentReadiness({ ...plain, home: homeOf(`<nav>Menu</nav><p>${"shoe ".repeat(80)}</p>`) });
    expect(tokens).toEqual({ html: 1_000, text: 100 });
    expect(agentReadiness(good).tokens).toBeNull();
  });
});

describe("the licence in robots.txt", () => {
  it("is an absolute URL, and no unknown directive", () => {
    const robots = parseRobots("License: https://shop.example/license.xml\nUser-agent: *\nDisallow: /x\n");
    expect(robots).toMatchObject({
      licenses: [{ url: "https://shop.example/license.xml", line: 1 }],
      invalidLines: [],
    });
    expect(agentReadiness({ ...good, robots }).licenses.state).toBe("ok");
    expect(parseRobots("License: /license.xml").invalidLines).toMatchObject([
      { reason: "license is not an absolute URL" },
    ]);
  });
});

describe("headerLinks", () => {
  it.each([
    ['<a.md>; rel="alternate"; type="text/markdown"', [{ href: "a.md", rels: ["alternate"], type: "text/markdown" }]],
    [
      "</a,b>;rel=License , <c>",
      [
        { href: "/a,b", rels: ["license"], type: null },
        { href: "c", rels: [], type: null },
      ],
    ],
    ["no link", []],
    [undefined, []],
  ])("of %j", (header, links) => expect(headerLinks(header)).toEqual(links));
});
