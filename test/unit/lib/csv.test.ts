import Papa from "papaparse";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLines } from "../../../src/lib/csv";

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

  it.each(["=1+1", "+1", "-1", "@cmd", "\t=1", "\r=1", "\n=1", "=1\n2", "@x\r\ny", '=HYPERLINK("http://x")'])(
    "defuses %j",
    (text) => {
      const [[cell]] = Papa.parse<[string]>(csvLines([[text]]).trimEnd(), { newline: "\r\n", delimiter: "," }).data as [
        [string],
      ];
      expect(cell.startsWith("'")).toBe(true);
    },
  );

  it("leaves numbers unchanged", () => expect(csvLines([[-1.5, 0]])).toBe("-1.5,0\r\n"));

  it("round-trips any text that is not a formula", () => {
    const cell = fc.string().filter((text) => !/^[=+\-@\t\r\n]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const parsed = Papa.parse(csvLines(rows), { newline: "\r\n", delimiter: "," }).data.slice(0, -1);
        expect(parsed).toEqual(rows);
      }),
    );
  });
});
