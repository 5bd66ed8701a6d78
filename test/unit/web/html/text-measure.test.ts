import { describe, expect, it } from "vitest";
import { isAssetPath } from "../../../../src/web/assets";
import { foldSpace, folded, measureText, withPiece } from "../../../../src/web/html/text-measure";

/** What a character is, by what ten of it count: white space, a mark, part of a word, a word of its own, or of no spaces. */
function kindOf(code: number): string {
  const { words, cjk, chars } = measureText(String.fromCodePoint(code).repeat(10));
  if (chars === 0) return "space";
  if (cjk === 10) return "cjk";
  return words === 2 ? "unspaced" : words === 1 ? "word" : "mark";
}

const kindsOf = (kind: string, spans: ReadonlyArray<readonly [first: number, last: number]>) =>
  spans.map(([first, last]) => [first, last, kind] as const);

/** Spans beside which there is something else. */
const SPANS = [
  ...kindsOf("space", [
    [0xa0, 0xa0],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ]),
  ...kindsOf("cjk", [
    [0x3005, 0x3007],
    [0x3040, 0x312f],
    [0x31f0, 0x31ff],
    [0x3400, 0x9fff],
    [0xac00, 0xd7af],
    [0xf900, 0xfaff],
    [0xff66, 0xff9f],
    [0x20000, 0x3ffff],
  ]),
  ...kindsOf("unspaced", [
    [0xe00, 0x109f],
    [0x1780, 0x17ff],
    [0xa9e0, 0xa9ff],
    [0xaa60, 0xaa7f],
  ]),
  ...kindsOf("mark", [
    [0xa1, 0xa9],
    [0xab, 0xb1],
    [0xb4, 0xb4],
    [0xb6, 0xb8],
    [0xbb, 0xbb],
    [0xbf, 0xbf],
    [0xd7, 0xd7],
    [0xf7, 0xf7],
    [0x589, 0x58a],
    [0x5be, 0x5be],
    [0x60c, 0x60c],
    [0x61b, 0x61f],
    [0x66a, 0x66d],
    [0x6d4, 0x6d4],
    [0x964, 0x965],
    [0x2000, 0x206f],
    [0x20a0, 0x20cf],
    [0x2190, 0x245f],
    [0x2500, 0x2775],
    [0x2794, 0x2bff],
    [0x2e00, 0x2e5d],
    [0x3001, 0x3004],
    [0x3008, 0x3020],
    [0x3030, 0x3030],
    [0x303d, 0x303f],
    [0xfe10, 0xfe1f],
    [0xfe30, 0xfe6f],
    [0xff01, 0xff0f],
    [0xff1a, 0xff20],
    [0xff3b, 0xff40],
    [0xff5b, 0xff65],
    [0xfff9, 0xfffd],
    [0x1f000, 0x1faff],
  ]),
];
const EVERYTHING_ELSE = "word";
const expectedKind = (code: number) => {
  const inSpan = SPANS.filter(([first, last]) => code >= first && code <= last);
  const fits = new Set(inSpan.map(([, , kind]) => kind));
  return ["space", "mark", "unspaced", "cjk"].find((kind) => fits.has(kind)) ?? EVERYTHING_ELSE;
};

describe("a text's characters", () => {
  it("are of the kind of their block, and those beside it of another", () => {
    const edges = new Set(SPANS.flatMap(([first, last]) => [first - 1, first, last, last + 1]));
    const isText = (code: number) => code < 0xd800 || code > 0xdfff;
    const wrong = [...edges]
      .filter((code) => isText(code) && code !== 0x40000)
      .filter((code) => kindOf(code) !== expectedKind(code))
      .map((code) => `${code.toString(16)}: ${kindOf(code)}`);
    expect(wrong).toEqual([]);
  });

  it.each<[string, number, number, number, number]>([
    ["", 0, 0, 0, 0],
    [" \n\t ", 0, 0, 0, 0],
    ["one two", 2, 0, 7, 7],
    [" one\n\n two ", 2, 0, 7, 7],
    ["a-b _ c", 2, 0, 7, 7],
    ["x2 3", 2, 0, 4, 4],
    ["@[`{/:", 0, 0, 6, 6],
    ["é", 1, 0, 1, 2],
    ["né en", 2, 0, 5, 6],
    ["aéb", 1, 0, 3, 4],
    ["é–é", 1, 0, 3, 7],
    ["日本 go", 1, 2, 5, 9],
    ["a日b", 2, 1, 3, 5],
    ["é日é", 2, 1, 3, 7],
    ["ไทย", 1, 0, 3, 9],
    ["ไท", 0, 0, 2, 6],
    ["ไทยไทยไท", 2, 0, 8, 24],
    ["😀", 0, 0, 2, 4],
    ["𐐀", 1, 0, 2, 4],
    ["a\u00a0b", 2, 0, 3, 3],
  ])("%j counts %i words, %i on their own, %i characters, %i bytes", (text, words, cjk, chars, bytes) => {
    const { hash, ...rest } = measureText(text);
    expect(rest).toEqual({ words, cjk, chars, bytes });
    expect(hash).toBe(measureText(text.replaceAll(/[\s\u00a0]+/g, " ").trim()).hash);
  });

  it("are counted alike in texts of many pieces", () => {
    const text = `${"é".repeat(40_000)} ${"日".repeat(30_000)} end`;
    const { hash, ...rest } = measureText(text);
    expect(rest).toEqual({ words: 2, cjk: 30_000, chars: 70_005, bytes: 170_005 });
    expect(hash).not.toBe(measureText(`${text}s`).hash);
  });
});

it("white space is folded, and a text is cut without a space at its end", () => {
  expect(foldSpace(" a\u00a0 b\n\tc ")).toBe("a b c");
  expect([foldSpace("a b"), foldSpace("a\nb"), foldSpace(" ")]).toEqual(["a b", "a b", ""]);
  expect([folded("ab  cd", 3), folded("ab cd", 4), folded("ab", 9)]).toEqual(["ab", "ab c", "ab"]);
});

it("a text that arrives in pieces is kept up to four times its limit", () => {
  expect(withPiece("ab", 2, "_cdefghij_", 1, 5)).toBe("abcdef");
  expect(withPiece("ab", 2, "_cdefghij_", 1, 9)).toBe("abcdefgh");
  expect(withPiece("abcdefgh", 2, "xyz", 0, 3)).toBe("abcdefgh");
  expect(withPiece("abcdefg", 2, "xyz", 1, 3)).toBe("abcdefgy");
});

it.each([
  ["/a.pdf", true],
  ["/a.PDF?x=/b.html", true],
  ["/a.tar.gz#x", true],
  ["/a.pdf/", false],
  ["/a.pdf/b", false],
  ["/a.html", false],
  ["/a?b.pdf", false],
  ["/a#b.pdf", false],
  ["/.css", false],
  ["/pdf", false],
  ["a.js", true],
  ["/a.constructor", false],
  ["", false],
])("%s is a file that is no page: %s", (path, expected) => expect(isAssetPath(path)).toBe(expected));
