import { describe, expect, it } from "vitest";
import { lastmodInstant } from "../../../../src/web/site/lastmod-instant";
import { SitemapParser, type SitemapEntry } from "../../../../src/web/site/sitemap-parser";

function parse(text: string, chunk = 7) {
  const entries: SitemapEntry[] = [];
  const parser = new SitemapParser((entry) => entries.push(entry));
  for (let i = 0; i < text.length; i += chunk) parser.write(text.slice(i, i + chunk));
  parser.end();
  return { entries, kind: parser.kind, refused: parser.refused };
}

function faultsOf(text: string, chunk: number) {
  const parser = new SitemapParser(() => {});
  for (let i = 0; i < text.length; i += chunk) parser.write(text.slice(i, i + chunk));
  parser.end();
  return parser.faults;
}

describe("SitemapParser", () => {
  it("reads a urlset in any chunks, with entities and CDATA", () => {
    const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc> https://example.com/a?x=1&amp;y=2 </loc><lastmod>2026-01-02</lastmod></url>
      <url><loc><![CDATA[https://example.com/b]]></loc></url></urlset>`;
    for (const chunk of [1, 7, 10_000]) {
      expect(parse(xml, chunk)).toEqual({
        kind: "urlset",
        refused: false,
        entries: [
          { loc: "https://example.com/a?x=1&y=2", lastmod: "2026-01-02" },
          { loc: "https://example.com/b", lastmod: null },
        ],
      });
    }
  });

  it("distinguishes an index, a list of URLs, a feed and an HTML page", () => {
    expect(parse("<sitemapindex><sitemap><loc>https://e.example/1.xml</loc></sitemap></sitemapindex>")).toMatchObject({
      kind: "index",
      entries: [{ loc: "https://e.example/1.xml" }],
    });
    expect(parse("https://e.example/a\nhttps://e.example/b")).toMatchObject({
      kind: "text",
      entries: [{ loc: "https://e.example/a" }, { loc: "https://e.example/b" }],
    });
    expect(parse("<rss><channel><item><link>https://e.example/p</link></item></channel></rss>")).toMatchObject({
      kind: "feed",
      entries: [{ loc: "https://e.example/p" }],
    });
    expect(parse("<feed><entry><link href='https://e.example/q'/></entry></feed>")).toMatchObject({
      kind: "feed",
      entries: [{ loc: "https://e.example/q" }],
    });
    expect(parse("<!DOCTYPE html><html><body>not found</body></html>", 1_000)).toMatchObject({
      kind: "html",
      entries: [],
    });
  });

  it.each([
    ['encoding="ISO-8859-1"', ["not_utf8"]],
    ["encoding = 'windows-1252'", ["not_utf8"]],
    ['encoding="UTF-8"', []],
    ["encoding='us-ascii'", []],
    ["", []],
  ])("knows from its declaration whether a file is UTF-8: %s", (encoding, faults) => {
    const xml = `<?xml version="1.0" ${encoding}?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>`;
    expect([...faultsOf(xml, 9)]).toEqual(faults);
  });

  it("reads the dates of RSS, and of Atom's links the page", () => {
    const item = (date: string) =>
      `<rss><channel><item><link>https://e.example/p</link><pubDate>${date}</pubDate></item></channel></rss>`;
    expect(parse(item("Mon, 06 Jul 2026 00:01:00 +0200")).entries[0]!.lastmod).toBe("2026-07-05T22:01:00.000Z");
    expect(parse(item("6 Jul 2026 00:01 EST")).entries[0]!.lastmod).toBe("2026-07-06T05:01:00.000Z");
    expect(parse(item("last week")).entries[0]!.lastmod).toBe("last week");
    const links = ["self", "alternate", "edit"].map((rel) => `<link rel="${rel}" href="https://e.example/${rel}"/>`);
    expect(parse(`<feed><entry>${links.join("")}</entry></feed>`).entries).toEqual([
      { loc: "https://e.example/alternate", lastmod: null },
    ]);
  });

  it.each([1, 7, 10_000])("finds a blank line before the declaration in chunks of %d", (chunk) => {
    expect([...faultsOf('\n<?xml version="1.0"?><rss/>', chunk)]).toEqual(["not_well_formed"]);
    expect([...faultsOf('\n<?xml-stylesheet href="a.xsl"?><rss/>', chunk)]).toEqual([]);
    expect([...faultsOf('\uFEFF<?xml version="1.0"?><rss/>', chunk)]).toEqual([]);
  });

  it("does not mix image locations with pages, whatever the prefix", () => {
    const xml = `<s:urlset><s:url><s:loc>https://e.example/a</s:loc><image:image><image:loc>https://e.example/i.png</image:loc></image:image></s:url></s:urlset>`;
    expect(parse(xml).entries).toEqual([{ loc: "https://e.example/a", lastmod: null }]);
  });

  it.each(["constructor", "__proto__"])("takes <%s>, as any other element, for nothing it knows", (name) => {
    expect(parse(`<${name}><url><loc>https://e.example/a</loc></url></${name}>`)).toMatchObject({ kind: "unknown" });
    expect(parse(`<urlset><url><loc>https://e.example/a</loc><${name}>b</${name}></url></urlset>`)).toEqual({
      kind: "urlset",
      refused: false,
      entries: [{ loc: "https://e.example/a", lastmod: null }],
    });
  });

  it("refuses a document type, so that no entity is ever expanded", () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><urlset><url><loc>&a;</loc></url></urlset>`;
    expect(parse(bomb, 10_000)).toMatchObject({ refused: true, entries: [] });
  });
});

describe("a sitemap that arrives in pieces", () => {
  it.each([
    ["an HTML page", " <!DOCTYPE\nhtml><html><body>not found</body></html>", "html"],
    ["HTML without a document type", "<html><p></html>", "html"],
    ["the beginning of a page", "<!doctype ht", "unknown"],
    [
      "a document type that is not HTML's",
      "<!doctype h><urlset><url><loc>https://e.example/a</loc></url></urlset>",
      "unknown",
    ],
    ["a file that ends in an address", "<urlset><url><loc>https://e.example/b?c&", "urlset"],
    ["a file that ends in half a tag", "<rss><item><link>https://e.example/a</link></item><item><link></p ", "feed"],
  ])("is read like the whole: %s", (_what, text, kind) => {
    const whole = parse(text, 10_000);
    expect(whole).toMatchObject({ kind });
    expect(whole.entries.map(({ loc }) => loc).filter((loc) => loc !== "https://e.example/a")).toEqual([]);
    for (const chunk of [1, 2, 3, 7, 19]) {
      expect(parse(text, chunk)).toEqual(whole);
      expect(faultsOf(text, chunk)).toEqual(faultsOf(text, 10_000));
    }
  });
});

describe("lastmodInstant", () => {
  it.each([
    ["2026-11-20", "2026-11-20T23:59:59.999Z"],
    ["2026-02", "2026-02-28T23:59:59.999Z"],
    ["2026", "2026-12-31T23:59:59.999Z"],
    ["2026-11-20T10:00:00+02:00", "2026-11-20T08:00:00.000Z"],
    ["2026-11-20T10:00Z", "2026-11-20T10:00:00.000Z"],
  ])("%s is %s", (text, expected) => expect(lastmodInstant(text)).toBe(Date.parse(expected)));

  it.each([
    "",
    "yesterday",
    "2026-02-30",
    "2026-02-30T10:00:00Z",
    "2026-13",
    "20-11-2026",
    "2026-11-20T10:00",
    "2026T10:00Z",
  ])("%j is none", (text) => expect(lastmodInstant(text)).toBeNull());
});
