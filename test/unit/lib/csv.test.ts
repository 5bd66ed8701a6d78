import Papa from "papaparse";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLines } from "../../../src/lib/text/csv";

/** A cell as a spreadsheet reads it. */
const readBack = (text: string): string =>
  Papa.parse<[string]>(csvLines([[text]]).slice(0, -2), { newline: "\r\n", delimiter: "," }).data[0]![0];

/** The text of a cell, without the apostrophes that defuse it. */
function plainCell(cell: string): string {
  const inside = cell.replaceAll(/([;\t\r\n][\s\p{C}"';]*)'([=+\-@＝＋－＠])/gu, "$1$2");
  return inside.replace(/^'(?='*[\t\r\n]|[\s\p{C}"']*[=+\-@＝＋－＠])/u, "");
}

describe("csvLines", () => {
  it("quotes cells that need it and ends each line", () => {
    expect(
      csvLines([
        ["a", 1, true, null],
        ['say "hi"', "x,y", "two\nlines", ""],
      ]),
    ).toBe('a,1,true,\r\n"say ""hi""","x,y","two\nlines",\r\n');
    expect(csvLines([])).toBe("");
  });

  it.each(["=1+1", "+1", "-1", "@cmd", "\t=1", "\r=1", "\n=1", "\tx", "=1\n2", "@x\r\ny", '=HYPERLINK("http://x")'])(
    "defuses %j",
    (text) => expect(readBack(text).startsWith("'")).toBe(true),
  );

  it.each(["＝1+1", "＋1", "－1", "＠cmd", " =1", "\u00a0＝1", "\ufeff=1", "\u0000@x", '"=1', "'=1", "\u202e=1"])(
    "defuses %j, whose formula is in full width or follows what spreadsheets skip",
    (text) => expect(readBack(text).startsWith("'")).toBe(true),
  );

  it.each([
    ["Offer;=cmd|' /C calc'!A0", "Offer;'=cmd|' /C calc'!A0"],
    ["Offer\t＝1", "Offer\t'＝1"],
    ['a;;" @x', "a;;\" '@x"],
    ["line\n-1\r\n+2", "line\n'-1\r\n'+2"],
  ])("defuses %j for spreadsheets with other separators", (text, cell) => expect(readBack(text)).toBe(cell));

  it("leaves numbers, and text that is no formula, unchanged", () => {
    expect(csvLines([[-1.5, 0]])).toBe("-1.5,0\r\n");
    for (const text of ["a-b", "/x?a=1&b=@c", "5 - 3", "a; b", "it's", "'tis", "x\ny"])
      expect(readBack(text)).toBe(text);
  });

  const risky = fc.string({
    unit: fc.constantFrom(...";\t\r\n\"' =+-@＝＋－＠a1,|\u0000\u200b\u00a0".split("")),
    maxLength: 12,
  });
  const cell = fc.oneof(fc.string({ unit: "binary" }), risky);

  it("leaves no formula at the start of a cell, whichever separator a spreadsheet takes", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(risky, risky), { minLength: 1 }), (rows) => {
        const text = csvLines(rows);
        const asMeant = Papa.parse<string[]>(text, { newline: "\r\n", delimiter: "," }).data.flat();
        // Without regard to quotes, which other separators put into the middle of a cell.
        const asMistaken = [/;/, /\t/].flatMap((separator) =>
          text.split(/[\r\n]/).flatMap((line) => line.split(separator)),
        );
        for (const each of [...asMeant, ...asMistaken]) expect(each).not.toMatch(/^[\s\p{C}"]*[=+\-@＝＋－＠]/u);
        for (const each of asMeant) expect(each).not.toMatch(/^[\t\r\n]/);
      }),
    );
  });

  it("round-trips any text", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const parsed = Papa.parse<string[]>(csvLines(rows), { newline: "\r\n", delimiter: "," }).data.slice(0, -1);
        expect(parsed.map((row) => row.map(plainCell))).toEqual(rows);
      }),
    );
  });
});
