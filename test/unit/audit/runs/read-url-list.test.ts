import { describe, expect, it } from "vitest";
import { listKindOf, MAX_LISTED_URLS, readUrlList } from "../../../../src/audit/runs/start/read-url-list";

const read = (text: string, isCsv = false, size = 5) => {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, (at += size)));
    },
  });
  return readUrlList({ body, isCsv });
};

describe("a file of URLs", () => {
  it("has one per line, with any line ends, comments and empty lines", async () => {
    const text = "\uFEFFhttps://a.example/ä\r\n\r\n# comment\n  https://a.example/b,c;d  \nhttps://a.example/last";
    expect(await read(text)).toEqual(["https://a.example/ä", "https://a.example/b,c;d", "https://a.example/last"]);
  });

  it.each([
    ['title,url,visits\nA,https://a.example/1,3\n"B, C","https://a.example/2,x",4'],
    ['Address;Title\nhttps://a.example/1;A\n"https://a.example/2,x";B'],
    ['https://a.example/1,A\n"https://a.example/2,x",B'],
    ['url\nhttps://a.example/1\n"https://a.example/2,x"'],
  ])("is the column of a CSV file: %j", async (text) => {
    expect(await read(text, true)).toEqual(["https://a.example/1", "https://a.example/2,x"]);
  });

  it.each([1, 2, 5, 100])("has lines that end in three ways, in pieces of %i bytes", async (size) => {
    const text = "https://a.example/1\rhttps://a.example/2\r\nhttps://a.example/3\nhttps://a.example/4\r";
    expect(await read(text, false, size)).toEqual([1, 2, 3, 4].map((n) => `https://a.example/${n}`));
  });

  it.each([1, 7, 1_000])("may be a sitemap, in pieces of %i bytes", async (size) => {
    const urls = "<url><loc>https://a.example/1?a=1&amp;b=2</loc></url><url><loc> https://a.example/2 </loc></url>";
    const xml = `\n<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
    expect(await read(xml, true, size)).toEqual(["https://a.example/1?a=1&b=2", "https://a.example/2"]);
  });

  it.each([
    ["<sitemapindex><sitemap><loc>https://a.example/s.xml</loc></sitemap></sitemapindex>", "index of sitemaps"],
    ["<!doctype html><title>no</title>", "no sitemap"],
    ['<!DOCTYPE x [<!ENTITY a "b">]><urlset/>', "no sitemap"],
    ["<urlset></urlset>", "lists no URL"],
  ])("is refused if it is none: %s", async (text, reason) => {
    const error = await read(text, false, 100).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error)).toContain(reason);
  });

  it("has no URL with a control character", async () => {
    const error = await read("https://a.example/1\thttps://a.example/2").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "invalid_urls", message: expect.stringContaining("control character") });
  });

  it.each([
    ['"Title; long",url\nA;B,https://a.example/1'],
    ["url,a;b;c\nhttps://a.example/1,x"],
    ["https://a.example/1,A,B"],
    ["https://a.example/1;A,1;B"],
    ["Title\tURL\nA, B; C\thttps://a.example/1"],
  ])("finds the delimiter by the first line: %j", async (text) => {
    expect(await read(text, true)).toEqual(["https://a.example/1"]);
  });

  it("is recognised by its whole content type", () => {
    const types = ["text/csv; charset=utf-8", "Text/Plain", "text/csv-x", "text/plain.x", "application/json"];
    expect(types.map(listKindOf)).toEqual(["csv", "plain", null, null, null]);
  });

  it("may have 50,000 URLs and no more, lines that a URL fits into, and 16 MiB", async () => {
    const lines = (count: number) => "https://a.example/p\n".repeat(count);
    expect(await read(lines(MAX_LISTED_URLS), false, 65_536)).toHaveLength(50_000);
    await expect(read(lines(MAX_LISTED_URLS + 1), false, 65_536)).rejects.toMatchObject({ code: "invalid_urls" });
    await expect(read("x".repeat(20_000), false, 4_096)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(read(`${"#".repeat(9_999)}\n`.repeat(1_800), false, 65_536)).rejects.toMatchObject({
      code: "payload_too_large",
    });
    await expect(read("# nothing\n")).rejects.toMatchObject({ code: "invalid_request" });
  });
});
