import { describe, expect, it } from "vitest";
import type { ParsedPage, RenderedPair, RenderingReport } from "../../../../../src/audit/model/page/page";
import { LinkResolver, onAuditedHost, SharedTargets } from "../../../../../src/audit/model/page/links";
import {
  isSameDocument,
  isShell,
  renderingReport,
  scriptsChange,
  withoutIndex,
} from "../../../../../src/audit/model/page/rendering";
import { factsOf, pageOf, parsedPage } from "../../makers.ts";

const URL_ = "https://e.example/a";
const page = (html: string): ParsedPage => parsedPage(pageOf(URL_, { facts: factsOf(html) }));
const LONG = "x".repeat(400);
const RAW = page("<p>One two 字字</p><a href=/b>B</a><a href=/b>B</a><a>no</a><script src=/a.js></script>");
const headings = Array.from({ length: 21 }, (_, i) => `<h2>${i}${LONG}</h2>`).join("");
const RICH = page(
  `<title>${LONG}</title><meta name=description content="${LONG}"><meta name=robots content="noindex,${LONG}"><link rel=canonical href="/${LONG}">${headings}<script type="application/ld+json">{"@context":"https://schema.org","@type":["A","B"]}</script>`,
);
const resource = (url: string) => ({ url, type: "script" as const, status: 200, bytes: 1, cacheable: true });
const NUMBERS = ["1", "2", "3", "4", "5", "6"];
const VITALS = { lcpMs: 1 } as unknown as NonNullable<RenderedPair["render"]["vitals"]>;
const AXE = { violations: [], skipped: null };
const pair = (render: Partial<RenderedPair["render"]> = {}, rendered = RICH): RenderedPair => ({
  raw: RAW,
  rendered,
  render: { finalUrl: URL_, errors: [], failedRequests: [], resources: [], ready: "quiet", ...render },
  snapshot: null,
  isAllowed: (url) => !url.includes("closed"),
});

describe("the report of a render", () => {
  const before = {
    words: 5,
    links: 1,
    title: null,
    description: null,
    canonical: null,
    robots: [],
    headings: [],
    jsonLd: [],
  };

  it("has both sides with bounded texts, and what the browser noted", () => {
    const urls = [
      "https://e.example/closed.js",
      "https://e.example/open.js",
      "https://cdn.example/closed.js",
      "nonsense closed",
    ];
    const render = {
      finalUrl: `https://e.example/${"y".repeat(2_048)}`,
      errors: NUMBERS,
      failedRequests: NUMBERS,
      resources: urls.map(resource),
      vitals: VITALS,
      bytes: 7,
      axe: AXE,
    };
    expect(renderingReport(RAW, pair(render), true, null)).toEqual({
      empty: true,
      outcome: "rendered",
      reason: null,
      snapshot: true,
      ready: "quiet",
      finalUrl: render.finalUrl.slice(0, 2_048),
      raw: before,
      rendered: {
        words: 21,
        links: 0,
        title: LONG.slice(0, 300),
        description: LONG.slice(0, 300),
        canonical: `https://e.example/${LONG}`.slice(0, 300),
        robots: [`meta robots: noindex, ${LONG}`.slice(0, 300)],
        headings: Array.from({ length: 20 }, (_, i) => `h2: ${`${i}${LONG}`.slice(0, 300)}`),
        jsonLd: ["A", "B"],
      },
      changed: ["words", "links", "title", "description", "canonical", "robots", "headings", "jsonLd"],
      errors: NUMBERS.slice(0, 5),
      failedRequests: NUMBERS.slice(0, 5),
      blockedResources: 1,
      lab: { ...VITALS, bytes: 7 },
      axe: AXE,
    });
  });

  it("says why there is nothing to compare", () => {
    const raw = page(`<p>${"word ".repeat(60)}</p>`);
    expect(renderingReport(raw, null, false, "no tab")).toEqual({
      outcome: "failed",
      reason: "no tab",
      snapshot: false,
      ready: null,
      finalUrl: null,
      raw: { ...before, words: 60, links: 0 },
      rendered: null,
      changed: [],
      errors: [],
      failedRequests: [],
      blockedResources: 0,
    });
    expect(renderingReport(RAW, pair({ vitals: VITALS }), false, null).lab).toEqual({ ...VITALS, bytes: 0 });
    expect(isShell({ ...RAW, html: false })).toBe(false);
  });
});

describe("whether scripts change a page", () => {
  const view = {
    words: 100,
    links: 10,
    title: null,
    description: null,
    canonical: null,
    robots: [],
    headings: [],
    jsonLd: [],
  };
  const report = (change: Partial<RenderingReport>, rendered: object = {}, raw: object = {}) =>
    ({
      errors: [],
      failedRequests: [],
      changed: [],
      finalUrl: URL_,
      raw: { ...view, ...raw },
      rendered: { ...view, ...rendered },
      ...change,
    }) as unknown as RenderingReport;
  it.each<[string, RenderingReport, boolean]>([
    ["nothing", report({}), false],
    ["no comparison", report({ rendered: null, errors: ["a"] }), false],
    ["an unknown address", report({ finalUrl: null }), false],
    ["another address", report({ finalUrl: "https://e.example/b" }), true],
    ["another spelling of the address", report({ finalUrl: `${URL_}#b` }), false],
    ["an error", report({ errors: ["a"] }), true],
    ["a failed request", report({ failedRequests: ["a"] }), true],
    ...(["title", "description", "canonical", "robots", "headings", "jsonLd"] as const).map(
      (field): [string, RenderingReport, boolean] => [field, report({ changed: [field] }), true],
    ),
    ["words and links", report({ changed: ["words", "links"] }), false],
    ["20 words of 100", report({}, { words: 120 }), false],
    ["21 words of 100", report({}, { words: 79 }), true],
    ["30 words of 300", report({}, { words: 330 }, { words: 300 }), false],
    ["31 words of 300", report({}, { words: 331 }, { words: 300 }), true],
    ["3 links of 10", report({}, { links: 13 }), false],
    ["4 links of 10", report({}, { links: 6 }), true],
    ["4 links of 40", report({}, { links: 44 }, { links: 40 }), false],
    ["5 links of 40", report({}, { links: 45 }, { links: 40 }), true],
  ])("%s", (_what, given, changes) => expect(scriptsChange(given, URL_)).toBe(changes));

  it("knows the spellings of an address", () => {
    expect(
      ["/", "/index.html", "/a/INDEX.htm", "/a/index.php", "/index.asp", "/index.html/a", "/xindex.html"].map(
        withoutIndex,
      ),
    ).toEqual(["/", "/", "/a/", "/a/", "/index.asp", "/index.html/a", "/xindex.html"]);
    const same = (a: string, b: string) => isSameDocument(new URL(a, URL_), new URL(b, URL_));
    expect([same("/", "/index.html"), same("/#a", "/"), same("/?a", "/?b"), same("/a", "/a/")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("targets of references", () => {
  it("of a copy are moved to its host, with all they have", () => {
    const on = (url: string, host: string | null = "www.e.example") =>
      onAuditedHost(new URL(url), new URL("https://copy.example/p"), host).href;
    expect(on("http://www.e.example/a?b#c")).toBe("https://copy.example/a?b#c");
    expect([
      on("https://e.example/a"),
      on("ftp://www.e.example/a"),
      on("https://www.e.example/a", null),
      on("https://copy.example/a", "copy.example"),
    ]).toEqual(["https://e.example/a", "ftp://www.e.example/a", "https://www.e.example/a", "https://copy.example/a"]);
  });

  it("keep what is known of a link, and nothing else", () => {
    const resolver = new LinkResolver(new URL(URL_), null, null);
    const link = { href: "/b", text: "B", nofollow: true };
    expect(resolver.resolve(link)).toEqual({ ...link, ...resolver.target("/b") });
    expect(resolver.resolve({ ...link, href: null, unseen: true, quoted: true })).toEqual({
      ...link,
      href: null,
      unseen: true,
      quoted: true,
      kind: "none",
      url: null,
      hash: 0,
    });
    expect([resolver.target("ftp://e.example/"), resolver.target("x#y")].map(({ kind, url }) => [kind, url])).toEqual([
      ["other", null],
      ["internal", "https://e.example/x"],
    ]);
    expect(resolver.target("b")).toBe(resolver.target("b"));
  });

  it("are shared up to twenty thousand, and then forgotten together", () => {
    const targets = new SharedTargets("https://e.example");
    const target = (hash: number) => ({ kind: "internal" as const, url: `https://e.example/${hash}`, hash });
    for (let i = 1; i <= 20_000; i++) targets.set(i, target(i));
    expect([targets.get(1), targets.get(20_000), targets.get(20_001)]).toEqual([target(1), target(20_000), undefined]);
    targets.set(20_001, target(20_001));
    expect([targets.get(1), targets.get(20_001)]).toEqual([undefined, target(20_001)]);
  });
});
