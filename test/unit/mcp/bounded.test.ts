import { describe, expect, it } from "vitest";
import { jsonBytes } from "../../../src/lib/text/json";
import { cleanLine as cleaned } from "../../../src/lib/text/strangers-text";
import { cursorTo, fitted, MAX_ANSWER_BYTES, partCursor, skipCursor } from "../../../src/mcp/define/bounded";

describe("a stranger's text", () => {
  it.each([
    ["line breaks", "one\r\ntwo\u2028three", "one two three"],
    ["terminal codes", "\u001b[31mred\u0007", "[31mred"],
    ["text that runs backwards", "safe\u202Eexe.fdp\u202C", "safe exe.fdp"],
    ["letters that hide", "ig\u200Bno\u{E0069}re", "ig no re"],
    ["half a character", "a\uD83D", "a\uFFFD"],
  ])("loses %s", (_, given, shown) => {
    expect(cleaned(given, 100)).toBe(shown);
  });

  it("is cut to its bound, not inside a character", () => {
    expect(cleaned("x".repeat(1_000_000), 5)).toBe("xxxxx…");
    expect(cleaned("😀😀😀", 3)).not.toMatch(/\p{Surrogate}/u);
  });
});

describe("an answer with a list", () => {
  const make = (items: string[], next: number | null) => ({ before: "x".repeat(500), items, next });

  it("holds as much as fits, and says where to read on, until everything was read", () => {
    const all = Array.from({ length: 300 }, (_, i) => `${i} ${"ü".repeat(i % 90)}`);
    const seen: string[] = [];
    let skip: number | null = 0;
    let calls = 0;
    while (skip !== null) {
      const answer: ReturnType<typeof make> = fitted(all, skip, make);
      expect(jsonBytes(answer)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
      seen.push(...answer.items);
      skip = answer.next;
      calls++;
    }
    expect(seen).toEqual(all);
    expect(calls).toBe(2);
  });

  it("goes on even if one item is too large", () => {
    const answer = fitted(["x".repeat(MAX_ANSWER_BYTES), "y"], 0, make);
    expect([answer.items.length, answer.next]).toEqual([1, 1]);
  });
});

describe("cursors", () => {
  it.each([
    [undefined, 0, undefined],
    ["7", 7, undefined],
    ["0.p12", 0, "p12"],
    ["3.5/a.b/c", 3, "5/a.b/c"],
  ])("%s is read as it was made", (text, skip, cursor) => {
    expect(partCursor(text)).toEqual({ skip, cursor });
    if (text !== undefined) expect(cursorTo(skip, cursor)).toBe(text);
  });

  it.each(["nonsense", "", " 7", "-1", "1e3", "7.", "1234567"])(
    "%s is refused: it gave the first page again",
    (text) => {
      for (const read of [partCursor, skipCursor])
        expect(() => read(text)).toThrow(expect.objectContaining({ code: "invalid_cursor" }));
    },
  );

  it("of a list that is read whole have no second part", () => {
    expect([skipCursor(undefined), skipCursor("7")]).toEqual([0, 7]);
    expect(() => skipCursor("7.p2")).toThrow(expect.objectContaining({ code: "invalid_cursor" }));
  });
});
