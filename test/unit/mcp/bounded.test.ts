import { describe, expect, it } from "vitest";
import { jsonBytes } from "../../../src/lib/text/json";
import { cleanLine as cleaned } from "../../../src/lib/text/strangers-text";
import { cursorTo, fitted, MAX_ANSWER_BYTES, partCursor, skipCursor } from "../../../src/mcp/define/bounded";
import { refusedNames } from "../../../src/mcp/define/refused-names";
import { openCursor, sealCursor } from "../../../src/mcp/define/sealed-cursor";

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

  it.each(["7", "a.example", "5/a.b/c"])("%s is good for its tool and arguments only", (inner) => {
    const args = { domain: "a.example", days: 30 };
    const sealed = sealCursor("one_tool", args, inner);
    expect(sealed).not.toBe(inner);
    expect(openCursor("one_tool", { ...args, cursor: sealed }, sealed)).toBe(inner);
    const others: Array<[string, object, string]> = [
      ["one_tool", args, inner],
      ["one_tool", args, "99999"],
      ["one_tool", args, `${sealed}0`],
      ["another_tool", args, sealed],
      ["one_tool", { ...args, days: 7 }, sealed],
      ["one_tool", { domain: "b.example", days: 30 }, sealed],
    ];
    for (const [tool, given, cursor] of others)
      expect(() => openCursor(tool, { ...given }, cursor)).toThrow(expect.objectContaining({ code: "invalid_cursor" }));
  });
});

describe("names in a message", () => {
  const long = "x".repeat(10_000);
  const call = (name: unknown) => ({ method: "tools/call", params: { name } });
  it.each(["nonsense", "__proto__", "constructor", "toString", "hasOwnProperty"])("%s is no tool", (name) => {
    expect(refusedNames(call(name), [], ["list_domains"])?.message).toBe(`Tool ${name} not found`);
  });

  it("come back with at most 64 characters", () => {
    const refused = [
      refusedNames(call(long), [], []),
      refusedNames({ method: long }, [], []),
      refusedNames({ method: "resources/read", params: { uri: long } }, [], []),
      refusedNames({ method: "initialize", params: { protocolVersion: long } }, [], []),
      refusedNames({ method: "ping" }, [long], []),
    ];
    expect(refused.map((each) => each!.message.length < 100)).toEqual(refused.map(() => true));
  });

  it("pass if they are short, or none", () => {
    expect(refusedNames(call("list_domains"), ["tools/call", undefined], ["list_domains"])).toBeNull();
    for (const message of [{}, { method: 1, params: null }, call(7), { method: "ping", params: { _meta: null } }])
      expect(refusedNames(message, [], [])).toBeNull();
  });
});
