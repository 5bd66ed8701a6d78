import { describe, expect, it } from "vitest";
import type { SitemapContext, LastmodCounts } from "../../../../../src/audit/checks/shared/define-sitemap";
import { entryFacts, LastmodCounter, ListedUrls } from "../../../../../src/audit/checks/shared/sitemap-entries";
import { SitemapTallies } from "../../../../../src/audit/checks/shared/sitemap-tallies";
import { SITEMAP_CHECKS } from "../../../../../src/audit/checks/stages";
import { SitemapCrawlIssues } from "../../../../../src/audit/checks/sitemap-crawl-issues";
import type { SitemapFile } from "../../../../../src/web/site/sitemap";
import { nodeOf } from "../../makers.ts";

describe("entries of sitemaps", () => {
  const NOW = Date.parse("2026-11-21T12:00:00Z");
  it("are told apart by address, host, place and date", () => {
    const [urls, lastmods] = [new ListedUrls(), new LastmodCounter(NOW)];
    const facts = (loc: string, lastmod: string | null = null, number = 0) => {
      const {
        url,
        own,
        listed: before,
        changed,
      } = entryFacts({ loc, lastmod }, "e.example", { number, scope: "/", lastmods }, urls);
      return [url?.href ?? null, own, before, changed];
    };
    expect(facts("https://e.example/a")).toEqual(["https://e.example/a", true, "nowhere", null]);
    expect(facts("https://e.example/a", "2026-01-02")).toEqual([
      "https://e.example/a",
      true,
      "in_this_file",
      Date.parse("2026-01-02"),
    ]);
    expect(
      [facts("https://e.example/a", "soon", 1), facts("https://e.example/a", null, 1)].map((each) => each[2]),
    ).toEqual(["in_earlier_file", "in_this_file"]);
    for (const loc of ["/a", "ftp://e.example/", "https://e.example/#", "https://e.example/#a"])
      expect(facts(loc)).toEqual([null, false, "nowhere", null]);
    expect([facts("https://o.example/"), facts("https://o.example/")].map((each) => [each[1], each[2]])).toEqual([
      [false, "nowhere"],
      [false, "nowhere"],
    ]);
    expect(lastmods.missing).toBe(8);
  });

  it("have dates near the request, which are counted", () => {
    const lastmods = new LastmodCounter(NOW);
    const at = (offset: number) => new Date(NOW + offset).toISOString();
    for (const offset of [300_000, -300_000, -300_000, 300_001, -300_001])
      expect(lastmods.add(at(offset))).toBe(NOW + offset);
    lastmods.add("2026-11-21");
    expect([...lastmods.stamps]).toEqual([
      [at(300_000), 1],
      [at(-300_000), 2],
    ]);
    const many = new LastmodCounter(NOW);
    for (let i = 0; i < 1_002; i++) many.add(at(i));
    many.add(at(0));
    many.add(at(1_001));
    expect([many.stamps.size, many.stamps.get(at(0)), many.stamps.get(at(999))]).toEqual([1_000, 2, 1]);
  });

  it("are counted by check, with twenty examples of 300 characters", () => {
    const [check, other] = SITEMAP_CHECKS as [(typeof SITEMAP_CHECKS)[number], (typeof SITEMAP_CHECKS)[number]];
    const tallies = new SitemapTallies();
    for (let i = 0; i < 21; i++) tallies.add(check, `${i}${"x".repeat(400)}`);
    const samples = Array.from({ length: 20 }, (_, i) => `${i}${"x".repeat(400)}`.slice(0, 300));
    expect([...tallies]).toEqual([[check, { count: 21, samples }]]);
    expect([tallies.countOf(check), tallies.countOf(other)]).toEqual([21, 0]);
  });
});

describe("what a check of sitemaps says", () => {
  const FILE: SitemapFile = {
    url: "https://e.example/s.xml",
    status: 200,
    kind: "urlset",
    contentType: null,
    entries: 2,
    bytes: 9,
    end: "complete",
    faults: [],
    depth: 0,
    foreign: false,
    unread: 0,
  };
  const SITE = { host: "e.example", https: true, certain: true, inRobots: new Set(), now: 0 } as SitemapContext;
  const checkOf = (id: string) => SITEMAP_CHECKS.find((check) => check.id === id)!;
  const says = (id: string, file: Partial<SitemapFile>, site: Partial<SitemapContext> = {}) =>
    checkOf(id).file!.test({ ...FILE, ...file }, { ...SITE, ...site });

  it.each<[string, Partial<SitemapFile>, string | null, Partial<SitemapContext>?]>([
    ["sitemap_too_many_urls", { entries: 50_000 }, null],
    ["sitemap_too_many_urls", { entries: 50_001, kind: "index" }, null],
    ["sitemap_index_too_many", { entries: 50_000, kind: "index" }, null],
    ["sitemap_index_too_many", { entries: 50_001 }, null],
    ["sitemap_index_nested", { kind: "index" }, null],
    ["sitemap_index_nested", { depth: 1 }, null],
    [
      "sitemap_index_nested",
      { kind: "index", depth: 1, entries: 3 },
      "an index lists this index of 3 sitemaps; we did not read them",
    ],
    ["sitemap_empty", { entries: 0, end: "too_large" }, null],
    ["sitemap_empty", { entries: 0, kind: "unknown" }, null],
    ["sitemap_empty", { entries: 0, status: 404 }, null],
    ["sitemap_gzip_broken", { end: "gzip_broken", kind: "html" }, null],
    ["sitemap_too_large", {}, null],
    ["sitemap_is_html", {}, null],
    ["sitemap_invalid_xml", { end: "broken" }, "the XML is not well-formed, or ends too early"],
    ["sitemap_invalid_xml", {}, null],
    ["sitemap_not_utf8", {}, null],
    ["sitemap_wrong_content_type", { contentType: null }, null],
    ...[
      "text/XML",
      "text/plain",
      "application/gzip",
      "application/x-gzip",
      "application/octet-stream",
      "application/rss+xml",
      "application/atom+xml",
    ].map((contentType): [string, Partial<SitemapFile>, null] => ["sitemap_wrong_content_type", { contentType }, null]),
    ["sitemap_wrong_content_type", { contentType: "application/xmlx" }, "the Content-Type is application/xmlx"],
    ["sitemap_wrong_content_type", { contentType: "y".repeat(101) }, `the Content-Type is ${"y".repeat(100)}`],
    ["sitemap_unreachable", { status: 404, foreign: true }, null],
    ["sitemap_unreachable", { status: 404 }, null, { certain: false }],
    ["sitemap_unreachable", { status: 404, depth: 1 }, "the server answered 404", { certain: false }],
    ["sitemap_unreachable", { status: 0 }, "the server did not respond"],
    ["sitemap_unreachable", { status: 0, end: "timeout" }, "the response did not finish in time"],
    ["sitemap_unreachable", { status: 0, end: "timeout" }, null, { certain: false }],
    ["sitemap_unreachable", { end: "timeout" }, "the response did not finish in time", { certain: false }],
    ["sitemap_unreachable", {}, null],
    ["sitemap_cross_host", {}, null],
    [
      "sitemap_cross_host",
      { foreign: true, url: "nonsense" },
      "the sitemap itself is on another host, or redirects to one",
      { inRobots: new Set(["nonsense"]) },
    ],
  ])("%s, case %#", (id, file, detail, site) => expect(says(id, file, site)?.detail ?? null).toBe(detail));

  it("of the dates of all entries", () => {
    const says = (id: string, entries: number, counts: Partial<LastmodCounts>, kind: SitemapFile["kind"] = "urlset") =>
      checkOf(id).lastmods!({ ...FILE, entries, kind }, { missing: 0, stamps: new Map(), ...counts });
    expect([
      says("sitemap_lastmod_missing", 4, { missing: 2 }),
      says("sitemap_lastmod_missing", 4, { missing: 4 }, "text"),
    ]).toEqual([null, null]);
    expect(says("sitemap_lastmod_missing", 4, { missing: 3 })).toEqual({
      detail: "3 of 4 entries have no lastmod",
      entries: 3,
    });
    const stamps = (...counts: number[]) => ({ stamps: new Map(counts.map((count, i) => [`stamp${i}`, count])) });
    expect(says("sitemap_lastmod_uniform", 100, stamps(1, 95, 2))).toEqual({
      detail: "95 of 100 entries have the lastmod stamp1, the time of the request",
      entries: 95,
    });
    expect([
      says("sitemap_lastmod_uniform", 100, stamps(94)),
      says("sitemap_lastmod_uniform", 4, stamps(4)),
      says("sitemap_lastmod_uniform", 5, {}),
    ]).toEqual([null, null, null]);
    expect(says("sitemap_lastmod_uniform", 5, stamps(5))?.entries).toBe(5);
  });

  it("of an entry", () => {
    const says = (id: string, change: object) =>
      checkOf(id).entry!.test(
        {
          loc: "https://e.example/",
          lastmod: null,
          url: new URL("https://e.example/"),
          own: true,
          scope: null,
          listed: "nowhere",
          changed: null,
          ...change,
        },
        SITE,
      );
    const day = 86_400_000;
    expect([
      says("sitemap_lastmod_future", { lastmod: "x", changed: day }),
      says("sitemap_lastmod_future", { lastmod: "x", changed: day + 1 }),
    ]).toEqual([null, "https://e.example/ (x)"]);
    expect(says("sitemap_lastmod_invalid", { lastmod: "y".repeat(61) })).toBe(`https://e.example/ (${"y".repeat(60)})`);
    expect([
      says("sitemap_outside_scope", { scope: "/" }),
      says("sitemap_outside_scope", { scope: "/a/" }),
      says("sitemap_outside_scope", { scope: "/a/", own: false }),
    ]).toEqual([null, "https://e.example/", null]);
    expect([
      says("sitemap_http_on_https", {}),
      says("sitemap_cross_host", {}),
      says("sitemap_cross_host", { url: null, own: false }),
    ]).toEqual([null, null, null]);
    expect([
      says("sitemap_duplicate_url", { listed: "in_earlier_file" }),
      says("sitemap_url_in_multiple", { listed: "in_this_file" }),
    ]).toEqual([null, null]);
  });

  it("of the crawl: only of listed pages, and of pages without links unless the audit started there", () => {
    const of = (change: Parameters<typeof nodeOf>[0], inlinks = 1, start = false) => {
      const issues = new SitemapCrawlIssues(true, { wholeSite: true });
      issues.addPage(nodeOf(change), "/a", inlinks, start);
      return issues.issues(null).map(({ id }) => id);
    };
    const unlisted = [
      { outcome: "error", status: 404 },
      { outcome: "redirect", status: 301 },
      { reason: "noindex" },
      { reason: "canonicalised" },
    ] as const;
    for (const change of unlisted) expect(of({ ...change, indexable: false, inSitemap: false }, 0)).toEqual([]);
    expect([of({ inSitemap: true }, 0), of({ inSitemap: true }, 0, true), of({ inSitemap: true }, 1)]).toEqual([
      ["sitemap_url_orphan"],
      [],
      [],
    ]);
    expect([of({ inSitemap: false }), of({ inSitemap: false, indexable: false })]).toEqual([
      ["indexable_not_in_sitemap"],
      [],
    ]);
  });
});
