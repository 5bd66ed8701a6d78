import { describe, expect, it } from "vitest";
import type { Node } from "../../../../../src/audit/model/site/site-graph";
import type { SitemapContext } from "../../../../../src/audit/checks/shared/define-sitemap";
import { SITEMAP_CHECKS } from "../../../../../src/audit/checks/stages";
import { SitemapCrawlIssues } from "../../../../../src/audit/checks/sitemap-crawl-issues";
import { SitemapInspector } from "../../../../../src/audit/checks/sitemap-inspector";
import { SitemapParser, type SitemapEntry } from "../../../../../src/web/site/sitemap-parser";
import type { SitemapFile } from "../../../../../src/web/site/sitemap";
import { nodeOf } from "../../makers.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const URL_ = "https://e.example/sitemap.xml";
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const seen = new Set<string>();

/** A file as the reader passes it on, parsed from its text. */
function fileOf(text: string, extra: Partial<SitemapFile> = {}): { file: SitemapFile; entries: SitemapEntry[] } {
  const entries: SitemapEntry[] = [];
  const parser = new SitemapParser((entry) => entries.push(entry));
  parser.write(text);
  parser.end();
  const file: SitemapFile = {
    url: URL_,
    status: 200,
    kind: parser.kind,
    contentType: "application/xml",
    entries: entries.length,
    bytes: text.length,
    end: parser.refused ? "refused" : "complete",
    faults: [...parser.faults],
    depth: 0,
    foreign: false,
    unread: 0,
    ...extra,
  };
  return { file, entries };
}

function inspect(files: Array<ReturnType<typeof fileOf>>, context: Partial<SitemapContext> = {}) {
  const inspector = new SitemapInspector({
    host: "e.example",
    https: true,
    inRobots: new Set([URL_]),
    certain: true,
    now: NOW,
    ...context,
  });
  for (const { file, entries } of files) {
    if (file.kind !== "index") inspector.entries(entries, file);
    inspector.file(file);
  }
  const readable = files.some(({ file }) => file.status === 200 && ["urlset", "index", "text"].includes(file.kind));
  const issues = inspector.finish({ readable, files: files.map(({ file }) => file) });
  for (const issue of issues) seen.add(issue.id);
  return issues;
}
const ids = (...args: Parameters<typeof inspect>) => inspect(...args).map((issue) => issue.id);

const entry = (loc: string, lastmod?: string) =>
  `<url><loc>${loc}</loc>${lastmod === undefined ? "" : `<lastmod>${lastmod}</lastmod>`}</url>`;
const urlset = (...entries: string[]) => `<urlset ${NS}>${entries.join("")}</urlset>`;
const good = (i: number) => entry(`https://e.example/${i}`, `2026-01-${String((i % 28) + 1).padStart(2, "0")}`);
const GOOD = fileOf(urlset(good(1), good(2)));

const FAULTY: Array<[string, ReturnType<typeof fileOf>, Partial<SitemapContext>?]> = [
  ["sitemap_unreachable", fileOf("", { status: 404, kind: "unknown" })],
  ["sitemap_unreachable", fileOf("", { status: 0, kind: "unknown", end: "unreachable" })],
  ["sitemap_unreachable", fileOf("", { status: 200, kind: "unknown", end: "timeout" })],
  ["sitemap_missing", fileOf("", { status: 404, kind: "unknown" }), { certain: false, inRobots: new Set() }],
  ["sitemap_is_html", fileOf("<!doctype html><html></html>")],
  ["sitemap_invalid_xml", fileOf("<pages></pages>")],
  ["sitemap_invalid_xml", fileOf(`<urlset>${good(1)}</urlset>`)],
  ["sitemap_invalid_xml", fileOf(`<urlset ${NS}><url><loc>https://e.example/1</url>${good(2)}</urlset>`)],
  ["sitemap_invalid_xml", fileOf(`<urlset ${NS}>${good(1)}</oops></urlset>`)],
  ["sitemap_invalid_xml", fileOf(`<urlset ${NS}>${good(1)}`)],
  ["sitemap_invalid_xml", fileOf(`<!DOCTYPE x [<!ENTITY a "b">]>${urlset(good(1))}`)],
  ["sitemap_wrong_content_type", { ...GOOD, file: { ...GOOD.file, contentType: "text/html" } }],
  ["sitemap_too_many_urls", { ...GOOD, file: { ...GOOD.file, entries: 50_001 } }],
  ["sitemap_too_large", { ...GOOD, file: { ...GOOD.file, end: "too_large" } }],
  ["sitemap_gzip_broken", { ...GOOD, file: { ...GOOD.file, end: "gzip_broken" } }],
  [
    "sitemap_index_nested",
    fileOf(`<sitemapindex ${NS}><sitemap><loc>https://e.example/1</loc></sitemap></sitemapindex>`, { depth: 1 }),
  ],
  ["sitemap_index_too_many", fileOf(`<sitemapindex ${NS}/>`, { entries: 50_001 })],
  ["sitemap_empty", fileOf(urlset())],
  ["sitemap_not_utf8", fileOf(urlset(entry("https://e.example/\uFFFD", "2026-01-01")))],
  ["sitemap_not_utf8", fileOf(urlset(entry("https://e.example/?a&b", "2026-01-01")))],
  ["sitemap_invalid_loc", fileOf(urlset(entry("/relative", "2026-01-01")))],
  ["sitemap_invalid_loc", fileOf(urlset(entry("https://e.example/#part", "2026-01-01")))],
  ["sitemap_invalid_loc", fileOf(urlset(entry(`https://e.example/${"a".repeat(2_048)}`, "2026-01-01")))],
  ["sitemap_cross_host", fileOf(urlset(entry("https://other.example/", "2026-01-01")))],
  ["sitemap_cross_host", fileOf("", { status: 0, kind: "unknown", foreign: true })],
  ["sitemap_http_on_https", fileOf(urlset(entry("http://e.example/", "2026-01-01")))],
  ["sitemap_duplicate_url", fileOf(urlset(good(1), good(1)))],
  ["sitemap_lastmod_invalid", fileOf(urlset(entry("https://e.example/", "21.11.2026")))],
  ["sitemap_lastmod_future", fileOf(urlset(entry("https://e.example/", "9999-01-01")))],
  ["sitemap_lastmod_missing", fileOf(urlset(entry("https://e.example/1"), entry("https://e.example/2"), good(3)))],
  ["sitemap_not_in_robots", GOOD, { inRobots: new Set() }],
  ["sitemap_outside_scope", fileOf(urlset(good(1)), { url: "https://e.example/deep/sitemap.xml" })],
];

describe("sitemap files", () => {
  it("reports nothing on a good file", () => expect(inspect([GOOD])).toEqual([]));

  it.each(FAULTY)("%s", (id, file, context) => expect(ids([file], context)).toContain(id));

  it("reports what is wrong, with the file, the number of its entries, and examples", async () => {
    const issues = FAULTY.flatMap(([, file, context]) => inspect([file], context));
    const texts = issues.map(({ id, sitemapUrl, count, sampleUrls, detail }) =>
      [`${id} [${count}] ${sitemapUrl ?? "no file"}`, detail, ...sampleUrls.map((url) => `- ${url.slice(0, 99)}`)].join(
        "\n  ",
      ),
    );
    await expect(`${[...new Set(texts)].join("\n")}\n`).toMatchFileSnapshot("../findings/sitemaps.txt");
  });

  it.each<[string, string]>([
    [
      "elements that close themselves",
      `<url><loc>https://e.example/1</loc><xhtml:link rel="alternate" hreflang="de" href="https://e.de/1"/><lastmod>2026-01-01</lastmod></url>`,
    ],
    [
      "images",
      `<url><loc>https://e.example/1</loc><lastmod>2026-01-01</lastmod><image:image><image:loc>https://cdn.example/1.png</image:loc></image:image></url>`,
    ],
  ])("reports nothing on %s", (_, entries) => {
    const spaces =
      'xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';
    expect(
      inspect([fileOf(`<?xml version="1.0"?><urlset ${NS} ${spaces}>${entries}</urlset><!-- made by a plugin -->`)]),
    ).toEqual([]);
  });

  it.each<[string, string]>([
    [
      "RSS",
      `<rss version="2.0"><channel><atom:link href="https://e.example/feed"/><item><link>https://e.example/1</link><pubDate>Mon, 06 Jul 2026 00:01:00 +0000</pubDate></item></channel></rss>`,
    ],
    [
      "Atom",
      `<feed><entry><link rel="replies" href="https://c.example/1"/><link rel="alternate" href="https://e.example/1"/><link rel="enclosure" href="https://cdn.example/1.mp3"/><updated>2026-01-01T00:00:00Z</updated></entry></feed>`,
    ],
  ])("reports nothing on a feed in %s", (_, text) => expect(inspect([fileOf(text)])).toEqual([]));

  it.each<[string, string]>([
    ["a blank line before the declaration", `\n<?xml version="1.0"?>${urlset(good(1))}`],
    ["two roots", urlset(good(1)) + urlset(good(2))],
    ["text after the root", `${urlset(good(1))} Warning: x`],
  ])("reports %s", (_, text) => expect(ids([fileOf(text)])).toEqual(["sitemap_invalid_xml"]));

  it.each([
    ["https://cdn.example/s.xml", ["https://cdn.example/s.xml"], []],
    ["https://cdn.example/s.xml", [URL_], ["sitemap_cross_host"]],
    ["https://www.e.example/s.xml", ["https://www.e.example/s.xml"], ["sitemap_cross_host"]],
  ])("judges a sitemap at %s where robots.txt names %j", (url, named, expected) => {
    const file = fileOf("", { url, status: 0, kind: "unknown", foreign: true, end: "unreachable" });
    expect(ids([file], { inRobots: new Set(named) })).toEqual(expected);
  });

  it("distinguishes a build-time lastmod from real ones", () => {
    const stamped = (n: number) =>
      fileOf(urlset(...Array.from({ length: n }, (_, i) => entry(`https://e.example/${i}`, "2026-11-21T11:58:00Z"))));
    expect(ids([stamped(5)])).toEqual(["sitemap_lastmod_uniform"]);
    expect(ids([stamped(4)])).toEqual([]);
    expect(ids([stamped(20)], { now: NOW + 600_000 })).toEqual([]);
  });

  it("reports a URL in two files as the only issue", () => {
    const two = [GOOD, fileOf(urlset(good(2), good(3)), { url: "https://e.example/two.xml", depth: 1 })];
    const [issue, ...others] = inspect(two);
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      id: "sitemap_url_in_multiple",
      severity: "notice",
      sitemapUrl: "https://e.example/two.xml",
      count: 1,
      sampleUrls: ["https://e.example/2"],
    });
  });

  it("accepts borderline files", () => {
    const fine = urlset(
      entry("https://e.example/?a=1&amp;b=2", "2026-11-22"),
      entry("<![CDATA[https://e.example/?c=1&d=2]]>", "2026-11-22T11:59:59Z"),
      entry(`https://e.example/${"a".repeat(2_048 - "https://e.example/".length)}`, "2026"),
      "<!-- <url></oops> & -->",
      good(4),
    );
    expect(ids([fileOf(fine)])).toEqual([]);
    const nested = fileOf(urlset(entry("https://e.example/deep/er", "2026-01-01")), {
      url: "https://e.example/deep/s.xml",
    });
    expect(ids([nested])).toEqual([]);
    expect(ids([fileOf("", { status: 404, kind: "unknown" }), GOOD], { certain: false })).toEqual([]);
  });

  it("lists the issues of a file first, then those of its entries in order of occurrence, then those of lastmod", () => {
    const file = fileOf(
      urlset(
        entry("https://e.example/1"),
        entry("http://e.example/2", "soon"),
        entry("/3"),
        entry("https://e.example/1"),
      ),
      { contentType: "text/html", end: "too_large", url: "https://e.example/s.xml" },
    );
    expect(inspect([file]).map(({ id, count, sampleUrls }) => [id, count, sampleUrls])).toEqual([
      ["sitemap_too_large", 1, ["https://e.example/s.xml"]],
      ["sitemap_wrong_content_type", 1, ["https://e.example/s.xml"]],
      ["sitemap_http_on_https", 1, ["http://e.example/2"]],
      ["sitemap_lastmod_invalid", 1, ["http://e.example/2 (soon)"]],
      ["sitemap_invalid_loc", 1, ["/3"]],
      ["sitemap_duplicate_url", 1, ["https://e.example/1"]],
      ["sitemap_lastmod_missing", 3, []],
    ]);
  });

  it("reports a file that can't be read for that reason only", () => {
    const broken = { contentType: "text/html", faults: ["not_utf8" as const] };
    expect(ids([{ ...GOOD, file: { ...GOOD.file, ...broken, status: 500 } }])).toEqual(["sitemap_unreachable"]);
    expect(ids([{ ...GOOD, file: { ...GOOD.file, ...broken, foreign: true } }])).toEqual(["sitemap_cross_host"]);
    expect(ids([{ ...GOOD, file: { ...GOOD.file, ...broken, end: "gzip_broken" } }])).toEqual(["sitemap_gzip_broken"]);
    expect(ids([{ ...GOOD, file: { ...GOOD.file, ...broken, kind: "html" } }])).toEqual(["sitemap_is_html"]);
  });

  it("lists ten files of an issue and adds the rest to the last", () => {
    const files = Array.from({ length: 14 }, (_, i) =>
      fileOf(urlset(), { url: `https://e.example/${i}.xml`, depth: 1 }),
    );
    const issues = inspect(files).filter((issue) => issue.id === "sitemap_empty");
    expect(issues).toHaveLength(10);
    expect(issues[9]).toMatchObject({ count: 5, detail: "the file lists no URL (including further sitemaps)" });
  });
});

const node = (extra: Partial<Node>) => nodeOf({ inSitemap: true, ...extra });

describe("sitemaps compared with the crawl", () => {
  it.each<[string, Partial<Node>, number, string]>([
    [
      "sitemap_url_error",
      { outcome: "error", status: 404, indexable: false, reason: "error" },
      1,
      "listed URLs answer with an error, or not at all",
    ],
    [
      "sitemap_url_redirect",
      { outcome: "redirect", status: 301, indexable: false, reason: "redirect" },
      1,
      "listed URLs redirect",
    ],
    ["sitemap_url_noindex", { indexable: false, reason: "noindex" }, 1, "listed URLs are noindex"],
    [
      "sitemap_url_non_canonical",
      { indexable: false, reason: "canonicalised" },
      1,
      "listed URLs name another URL as their canonical",
    ],
    ["sitemap_url_orphan", {}, 0, "listed URLs have no link from any crawled page"],
    ["indexable_not_in_sitemap", { inSitemap: false }, 1, "crawled indexable pages are in no sitemap"],
  ])("%s", (id, extra, inlinks, detail) => {
    const issues = new SitemapCrawlIssues(true, { wholeSite: true });
    issues.addPage(node({}), "/fine", 1, false);
    issues.addPage(node(extra), "/a", inlinks, false);
    const { title, severity, fix } = SITEMAP_CHECKS.find((check) => check.id === id)!;
    expect(issues.issues(URL_)).toEqual([
      { id, title, severity, fix, sitemapUrl: URL_, count: 1, sampleUrls: ["/a"], detail: `1 ${detail}` },
    ]);
    seen.add(id);
  });

  it("reports URLs that robots.txt blocks, and unlinked URLs that were not crawled", () => {
    const issues = new SitemapCrawlIssues(true, { wholeSite: true });
    issues.addListed("/a", true, true);
    issues.addListed("/closed", false, true);
    issues.addListed("/lonely", true, false);
    expect(issues.blockedUrls).toBe(1);
    expect(issues.issues(URL_).map((issue) => [issue.id, issue.sampleUrls])).toEqual([
      ["sitemap_url_blocked", ["/closed"]],
      ["sitemap_url_orphan", ["/lonely"]],
    ]);
    seen.add("sitemap_url_blocked");
  });

  it("does not report orphans after a partial crawl, nor missing pages without a sitemap", () => {
    const part = new SitemapCrawlIssues(true, { wholeSite: false });
    part.addPage(node({}), "/a", 0, false);
    part.addListed("/b", true, false);
    expect(part.issues(URL_)).toEqual([]);
    const none = new SitemapCrawlIssues(false, { wholeSite: true });
    none.addPage(node({ inSitemap: false }), "/a", 0, false);
    expect(none.issues(null)).toEqual([]);
  });

  it("covers every issue of the list in these tests", () =>
    expect([...seen].sort()).toEqual(SITEMAP_CHECKS.map((check) => check.id).sort()));
});
