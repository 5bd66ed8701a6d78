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

describe("a row of a table of Search Console", () => {
  const row = (line: string, header = "page,clicks,impressions,position") => {
    const { rows, skipped } = read(`${header}\n${line}`)!;
    return skipped > 0 ? "skipped" : rows[0];
  };
  const a = { path: "/a", clicks: 1, impressions: 2, position: 3 };

  it.each([
    ["1,2,3", a],
    ['1 204,"2\'000",3', { ...a, clicks: 1_204, impressions: 2_000 }],
    ["12.345,2,3", { ...a, clicks: 12_345 }],
    ['"1,234,567",2,3', { ...a, clicks: 1_234_567 }],
    ['"1,5",2,3', { ...a, clicks: 1.5 }],
    ["1.25,2,3", { ...a, clicks: 1.25 }],
    ["1234.567,2,3", { ...a, clicks: 1_234.567 }],
    ["1000000000000,2,3", { ...a, clicks: 1e12 }],
    ["1000000000001,2,3", "skipped"],
    ["-1,2,3", "skipped"],
    ["1x,2,3", "skipped"],
    ["x1,2,3", "skipped"],
    ["1.,2,3", "skipped"],
    [",2,3", "skipped"],
    ["1,,3", "skipped"],
    ["1,2,1.234", { ...a, position: 1.234 }],
    ['1,2," 3,5 "', { ...a, position: 3.5 }],
    ["1,2,123456", { ...a, position: 123_456 }],
    ["1,2,1234567", { ...a, position: null }],
    ["1,2,x3", { ...a, position: null }],
    ["1,2,3x", { ...a, position: null }],
    ["1,2,", { ...a, position: null }],
    ["1,2", { ...a, position: null }],
  ])("has numbers as people write them: %s", (numbers, expected) => {
    expect(row(`https://shop.example/a,${numbers}`)).toEqual(expected);
  });

  it.each([
    [" https://shop.example/a ", true],
    ["http://www.shop.example/a", true],
    ["https://shop.example:8443/a", false],
    ["ftp://shop.example/a", false],
    ["httpsx://shop.example/a", false],
    ["https://a.shop.example/a", false],
    ["", false],
  ])("is of a page of the domain: %j, %s", (url, own) => {
    expect(row(`${url},1,2,3`)).toEqual(own ? a : "skipped");
  });

  it.each([
    ["Top pages,Clicks,Impressions,CTR,Position", "https://shop.example/a,1,2,9,3", a],
    ["Top page,clicks,impressions,ctr,Average position", "https://shop.example/a,1,2,9,3", a],
    ["\uFEFFposition, CLICKS ,url,Impressions", "3,1,https://shop.example/a,2", a],
    ["ctr,address,impressions,clicks", "9,https://shop.example/a,2,1", { ...a, position: null }],
    ["seite,clicks,impressions", "https://shop.example/a,1,2", { ...a, position: null }],
    ["my page,clicks of all,impressions", "https://shop.example/a,1,2,9,3", a],
    ["page,all clicks,impressions", "https://shop.example/a,1,2,9,3", a],
    ["page,clicks,impressions of all", "https://shop.example/a,1,2,9,3", a],
    ["page,clicks,all impressions", "https://shop.example/a,1,2,9,3", a],
    ["page,clicks,impressions,my position", "https://shop.example/a,1,2,3", { ...a, position: null }],
    ["page,clicks,impressions,position now", "https://shop.example/a,1,2,3", { ...a, position: null }],
    ["a page,page two,page,clicks,impressions", "x,y,https://shop.example/a,1,2", { ...a, position: null }],
  ])("has its columns by the header %j", (header, line, expected) => expect(row(line, header)).toEqual(expected));

  it("sums the same page, with positions by impressions, and is in the order of clicks, impressions and paths", () => {
    const of = (...lines: string[]) =>
      read(`page,clicks,impressions,position\n${lines.map((line) => `https://shop.example${line}`).join("\n")}`)!.rows;
    expect(of("/a,1,10,1", "/a,2,30,5")).toEqual([{ path: "/a", clicks: 3, impressions: 40, position: 4 }]);
    expect(of("/a,1,10,x", "/a,2,30,5")).toEqual([{ path: "/a", clicks: 3, impressions: 40, position: 5 }]);
    expect(of("/a,1,10,5", "/a,2,30,x")).toEqual([{ path: "/a", clicks: 3, impressions: 40, position: 5 }]);
    expect(of("/a,1,0,5", "/a,2,0,7")).toEqual([{ path: "/a", clicks: 3, impressions: 0, position: 5 }]);
    const rows = of("/d,1,1", "/b,1,2", "/c,1,2", "/a,1,2", "/e,9,1");
    expect(rows.map(({ path }) => path)).toEqual(["/e", "/a", "/b", "/c", "/d"]);
  });

  it("has a page as the site has it, or is skipped", () => {
    const table = readSearchTable(
      "page,clicks,impressions\nhttps://shop.example/a?x#y,1,2\nhttps://shop.example/no,1,2",
      "shop.example",
      (path) => (path === "/no" ? null : `=${path}`),
    );
    expect(table).toEqual({ rows: [{ path: "=/a?x", clicks: 1, impressions: 2, position: null }], skipped: 1 });
  });

  it("may be of a known page also when there are too many pages", () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `https://shop.example/${i},1,1`);
    const table = read(`page,clicks,impressions\n${lines.join("\n")}\n${lines[0]}\nhttps://shop.example/new,9,9`)!;
    expect([table.skipped, table.rows.length, table.rows[0]]).toEqual([
      1,
      50_000,
      { path: "/0", clicks: 2, impressions: 2, position: null },
    ]);
  });

  it.each([
    ["60,000 lines", `\n${"x,1,1\n".repeat(59_999)}`, true],
    ["60,001 lines", `\n${"x,1,1\n".repeat(60_000)}`, false],
    ["50 columns", `\n${",".repeat(49)}`, true],
    ["51 columns", `\n${",".repeat(50)}`, false],
    ["10,000 characters in a line", `\n${"x".repeat(10_000)}`, true],
    ["10,001 characters in a line", `\n${"x".repeat(10_001)}`, false],
    ["a pair of quotes", '\n"x",1,1', true],
    ["three quotes", '\n"x"",1,1', false],
  ])("is read of a table with %s", (_, lines, isRead) => {
    expect(read(`page,clicks,impressions${lines}`) !== null).toBe(isRead);
  });

  it("is not read of a table with two columns, or of one whose header is too wide", () => {
    expect(read("page,clicks\nhttps://shop.example/a,1")).toBeNull();
    expect(read(`${",".repeat(50)}\n`)).toBeNull();
  });
});
