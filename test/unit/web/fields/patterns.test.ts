import { describe, expect, it } from "vitest";
import { ANY, CharSet, complement, union, withBothCases } from "../../../../src/web/fields/char-set";
import { parsePattern, PatternSearch, StepBudget } from "../../../../src/web/fields";

/** The match and its first group, by our search and by JavaScript's. */
function both(source: string, flags: string, text: string) {
  const parsed = parsePattern(flags === "" ? source : `(?${flags})${source}`);
  if ("reason" in parsed) return [parsed.reason, null];
  const match = new PatternSearch(parsed.pattern, text, new StepBudget(1e6)).find(0);
  const group = match && match[2] >= 0 ? text.slice(match[2], match[3]) : undefined;
  const theirs = new RegExp(source, flags).exec(text);
  return [match && [match[0], text.slice(match[0], match[1]), group], theirs && [theirs.index, theirs[0], theirs[1]]];
}

/** Code units at the edges of every class. */
const EDGES = [
  ...Array.from({ length: 0x17f }, (_, code) => code),
  0x167f,
  0x1680,
  0x1681,
  0x1fff,
  0x2000,
  0x200a,
  0x200b,
  0x2027,
  0x2028,
  0x2029,
  0x202a,
  0x202e,
  0x202f,
  0x2030,
  0x205e,
  0x205f,
  0x2060,
  0x2fff,
  0x3000,
  0x3001,
  0xd7ff,
  0xfefe,
  0xfeff,
  0xff00,
  0xffff,
];

describe("a pattern finds what JavaScript finds:", () => {
  it.each(
    [".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "[^a-c]", "[\\w-]", "[-a]", "[a-]", "[^]", "[]", "[\\d-x]"].flatMap(
      (source) =>
        (source === "."
          ? [
              ["", source],
              ["s", source],
            ]
          : [["", source]]) as Array<[string, string]>,
    ),
  )("which characters belong to (?%s)%s", (flags, source) => {
    const differing = EDGES.filter((code) => {
      const [ours, theirs] = both(`^${source}$`, flags, String.fromCharCode(code));
      return (ours === null) !== (theirs === null);
    });
    expect(differing).toEqual([]);
  });

  it.each([
    ["", "^b", "a\nb"],
    ["m", "^b", "a\nb"],
    ["m", "^b", "a\u2028b"],
    ["m", "^b", "ab"],
    ["", "a$", "a\nb"],
    ["m", "a$", "a\nb"],
    ["m", "a$", "a\r"],
    ["m", "a$", "ab"],
    ["", "a.b", "a\nb"],
    ["s", "a.b", "a\nb"],
    ["i", "straße", "STRAßE"],
    ["i", "[a-c]x", "zBX"],
    ["i", "[^a]", "A"],
    ["", "b", "B"],
    ["im", "^b.", "A\nBC"],
    ["", "\\bb", "ab b"],
    ["", "b\\b", "bb_ bb"],
    ["", "\\Bb", "b ab"],
    ["", "\\b", ""],
    ["", "\\B", ""],
    ["", "\\b0\\b", "z0 0"],
    ["", "\\bZ\\b", "[Z]"],
    ["", "\\b9\\b", ":9/"],
    ["", "\\ba\\b", "`a{"],
    ["", "\\bA\\b", "@A["],
    ["", "\\n\\r\\t\\f\\v\\0", "\n\r\t\f\v\0"],
    ["", "[\\b]", "\b"],
    ["", "\\x41\\u00e9", "Aé"],
    ["", "\\.\\/\\-", "./-"],
    ["", "a{2}", "aaaa"],
    ["", "a{2,}", "aaaa"],
    ["", "a{2,3}", "aaaa"],
    ["", "a{2,3}?", "aaaa"],
    ["", "a{0}b", "ab"],
    ["", "a+?", "aaa"],
    ["", "a*?b", "aab"],
    ["", "a??b", "ab"],
    ["", "a{,2}", "a{,2}"],
    ["", "a{x}", "a{x}"],
    ["", "a}", "a}"],
    ["", "]", "]"],
    ["", "(?:a)(b)(c)", "abc"],
    ["", "(a)|b", "b"],
    ["", "a|ab|abc", "abc"],
    ["", "(?:a|ab)(c|bcd)", "abcd"],
    ["", "(a+)(a*)", "aaa"],
    ["", "(a+?)a*", "aaa"],
    ["", "x(a)?y", "xy"],
    ["", "(?<year>\\d{4})-", "in 2026-11"],
    ["", "|a", "a"],
    ["", "", "a"],
    ["", "nothing|", "a"],
    ["", "abc", "ababc"],
    ["", "ab+c|b", "abbb"],
  ])("(?%s)%s in %j", (flags, source, text) => {
    const [ours, theirs] = both(source, flags, text);
    expect(ours).toEqual(theirs);
  });

  it("from a place on, and from no place behind the text", () => {
    const parsed = parsePattern("ab?");
    if ("reason" in parsed) throw new Error(parsed.reason);
    const search = new PatternSearch(parsed.pattern, "abcab", new StepBudget(1e6));
    expect([0, 1, 3, 4, 5, 6].map((from) => search.find(from)?.slice(0, 2) ?? null)).toEqual([
      [0, 2],
      [3, 5],
      [3, 5],
      null,
      null,
      null,
    ]);
  });
});

describe("a pattern that is refused", () => {
  const of = (levels: number) => `${"(".repeat(levels)}a${")".repeat(levels)}`;
  it.each([
    ["a{200}", null],
    ["a{201}", "may repeat something at most 200 times"],
    ["a{0,200}", null],
    ["a{0,201}", "may repeat something at most 200 times"],
    ["a{201,}", "may repeat something at most 200 times"],
    ["a{200,}", null],
    ["a{3,2}", "has a quantifier whose numbers are in the wrong order"],
    ["a{2,2}", null],
    [of(20), null],
    [of(21), "is nested too deeply"],
    ["[a-\\d]", "has a wrong range in [ ]"],
    ["[b-a]", "has a wrong range in [ ]"],
    ["[a-a]", null],
    ["^*", "repeats something without characters"],
    ["a*?+", "has a quantifier that repeats nothing"],
    ["a?*", "has a quantifier that repeats nothing"],
    ["(?!a)", "lookahead is not supported"],
    ["(?<=a)", "lookbehind is not supported"],
    ["(?>a)", "atomic groups are not supported"],
    ["(?x)a", "flags may only stand at its beginning, as (?i), (?s) and (?m)"],
    ["(?<1a>b)", "flags may only stand at its beginning, as (?i), (?s) and (?m)"],
    ["\\k<a>", "references to groups are not supported"],
    ["\\9", "references to groups are not supported"],
    ["\\x4", "\\x is not supported"],
    ["\\u004", "\\u is not supported"],
    ["\\constructor", "\\c is not supported"],
    ["[\\ud83d]", null],
    ["[\u{1f600}]", "characters such as emoji can't stand in [ ]"],
    ["[\ue000]", null],
    ["[\ud7ff]", null],
    ["[", "has a [ without a ]"],
    ["[a-", "has a [ without a ]"],
    ["[\\", "ends with a backslash"],
    ["a{200}b{200}c{99}", null],
    ["a{200}b{200}c{101}d", "is too long, counting what its quantifiers repeat"],
  ])("%s: %s", (source, reason) => {
    const parsed = parsePattern(source);
    expect("reason" in parsed ? parsed.reason : null).toBe(reason);
  });
});

it.each([
  ["abc", "abc", false],
  ["ab+c", "ab", false],
  ["ab*", "a", false],
  ["(ab)c", "abc", true],
  ["(?:ab)c", "abc", false],
  ["(?i)ab", "", false],
  ["a|b", "", false],
  ["[a]b", "ab", false],
  ["^a", "", false],
  ["a\\bb", "a", false],
])("every match of %s begins with %j, and it has a group: %s", (source, prefix, hasGroup) => {
  const parsed = parsePattern(source);
  expect("pattern" in parsed && [parsed.pattern.prefix, parsed.pattern.hasGroup]).toEqual([prefix, hasGroup]);
});

describe("a set of characters", () => {
  it("is sorted, and ranges that touch or overlap are one", () => {
    expect(union([20, 30, 1, 2, 3, 4, 25, 40, 6, 6, 41, 41, 22, 23])).toEqual([1, 4, 6, 6, 20, 41]);
    expect(union([])).toEqual([]);
  });

  it("has a complement, whose complement it is", () => {
    expect(complement([1, 4, 6, 0xfffe])).toEqual([0, 0, 5, 5, 0xffff, 0xffff]);
    expect(complement([0, 9])).toEqual([10, 0xffff]);
    expect(complement([9, 0xffff])).toEqual([0, 8]);
    expect([complement([]), complement(ANY)]).toEqual([ANY, []]);
  });

  it("has both cases, where a letter has one other", () => {
    expect(withBothCases([97, 99, 0xe9, 0xe9, 0xdf, 0xdf, 48, 48])).toEqual([
      48, 48, 65, 67, 97, 99, 0xc9, 0xc9, 0xdf, 0xdf, 0xe9, 0xe9,
    ]);
    expect(withBothCases([97, 97 + 3_000])[0]).toBe(65);
    expect(withBothCases([97, 97 + 3_001])).toEqual([97, 97 + 3_001]);
  });

  it("has its first and last character, and none beside them", () => {
    const set = new CharSet([65, 66, 90, 90, 200, 300, 400, 400, 0xfff0, 0xffff]);
    const codes = [64, 65, 66, 67, 89, 90, 91, 127, 128, 199, 200, 300, 301, 399, 400, 401, 0xffef, 0xfff0, 0xffff];
    expect(codes.filter((code) => set.has(code))).toEqual([65, 66, 90, 200, 300, 400, 0xfff0, 0xffff]);
  });
});
