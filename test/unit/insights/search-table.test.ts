import { describe, expect, it } from "vitest";
import { readSearchTable } from "../../../src/insights/core/search-table";

const read = (text: string) => readSearchTable(text, "shop.example", (path) => path);

describe("a table of Search Console", () => {
  it("has pages with clicks and impressions, in the order of clicks", () => {
    const text = `\uFEFFTop pages,Clicks,Impressions,CTR,Position
https://shop.example/a,5,100,5%,3.5
https://www.shop.example/b?x=1,"1,204",20000,6.02%,12
http://shop.example/a,5,300,1.6%,7.5
https://other.example/c,9,9,100%,1
not a page,1,1,100%,1
https://shop.example/d,many,1,0%,1`;
    expect(read(text)).toEqual({
      rows: [
        { path: "/b?x=1", clicks: 1_204, impressions: 20_000, position: 12 },
        { path: "/a", clicks: 10, impressions: 400, position: 6.5 },
      ],
      skipped: 3,
    });
  });

  it("is read in other languages, and without positions", () => {
    const german = 'Top-Seiten,Klicks,Impressionen,CTR,Position\nhttps://shop.example/,1.204,2.000.000,"0,06 %","3,25"';
    expect(read(german)!.rows).toEqual([{ path: "/", clicks: 1_204, impressions: 2_000_000, position: 3.25 }]);
    expect(read("impressions,clicks,page\n7,2,https://shop.example/x")!.rows).toEqual([
      { path: "/x", clicks: 2, impressions: 7, position: null },
    ]);
  });

  it("is refused if it has too few columns", () => {
    expect(read("")).toBeNull();
    expect(read("page\nhttps://shop.example/")).toBeNull();
  });

  it("is bounded", () => {
    const lines = Array.from({ length: 50_010 }, (_, i) => `https://shop.example/${i},1,1`);
    const table = read(`page,clicks,impressions\n${lines.join("\n")}`)!;
    expect([table.rows.length, table.skipped]).toEqual([50_000, 10]);
  });

  it("has no rows for empty lines, of which it may have any number", () => {
    const table = read(
      `page,clicks,impressions${"\r\n".repeat(100_000)}https://shop.example/,1,2${"\n".repeat(100_000)}`,
    );
    expect(table).toEqual({ rows: [{ path: "/", clicks: 1, impressions: 2, position: null }], skipped: 0 });
  });

  it.each([
    ["of more than 60,000 lines", "x,1,1\n".repeat(60_000)],
    ["with more than 50 columns", ",".repeat(50)],
    ["with a quote that never closes", `https://shop.example/,1,"1\n`],
    ["with a line of more than 10,000 characters", "x".repeat(10_001)],
  ])("is refused %s", (_, lines) => {
    const text = (more: string) => `page,clicks,impressions\nhttps://shop.example/a,1,1\n${more}`;
    expect(read(text(""))).not.toBeNull();
    expect(read(text(lines))).toBeNull();
  });

  it("asks for no page of a line without numbers", () => {
    let asked = 0;
    const text =
      "page,clicks,impressions\nhttps://shop.example/a,x,1\nhttps://shop.example/b,1,\nhttps://shop.example/c,1,1";
    const table = readSearchTable(text, "shop.example", (path) => (asked++, path));
    expect([table!.rows.length, table!.skipped, asked]).toEqual([1, 2, 1]);
  });
});
