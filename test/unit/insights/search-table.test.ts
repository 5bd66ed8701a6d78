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
});
