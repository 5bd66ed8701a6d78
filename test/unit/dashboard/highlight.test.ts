import { describe, expect, it } from "vitest";
import {
  excerptOf,
  MAX_SHOWN,
  stretchesOf,
  type NameMark,
} from "../../../src/dashboard/pages/mentions/parts/highlight";

const mark = (text: string, name: string, from = 0): NameMark => {
  const start = text.indexOf(name, from);
  return { start, end: start + name.length, kind: "own", name };
};
const marked = (text: string, names: NameMark[]) =>
  stretchesOf(text, names, null)
    .filter((each) => each.mark)
    .map((each) => each.text);
const joined = (parts: { text: string }[]) => parts.map(({ text }) => text).join("");

describe("a name in an answer", () => {
  it("is marked in the right place, behind emoji and next to the tone's sentence", () => {
    const text = "👩‍🚀🇩🇪 Alpha is dear. Acme is great! Beta too.";
    const names = [mark(text, "Beta"), mark(text, "Acme"), mark(text, "Alpha")];
    const start = text.indexOf("Acme");
    const parts = stretchesOf(text, names, { start, end: start + "Acme is great!".length });
    expect(joined(parts)).toBe(text);
    expect(parts.map(({ text: part, mark: name, tone }) => [part, name?.name ?? null, tone])).toEqual([
      ["👩‍🚀🇩🇪 ", null, false],
      ["Alpha", "Alpha", false],
      [" is dear. ", null, false],
      ["Acme", "Acme", true],
      [" is great!", null, true],
      [" ", null, false],
      ["Beta", "Beta", false],
      [" too.", null, false],
    ]);
  });

  it("never splits a character: pairs of surrogates, combining marks, joined emoji", () => {
    const accent = "Nestle\u0301 is";
    expect(marked(accent, [{ start: 0, end: 6, kind: "own", name: "x" }])).toEqual(["Nestle\u0301"]);
    const emoji = "a👩🏽‍🚀b";
    expect(marked(emoji, [{ start: 2, end: 3, kind: "own", name: "x" }])).toEqual(["👩🏽‍🚀"]);
    expect(marked("x😀y", [{ start: 2, end: 4, kind: "own", name: "x" }])).toEqual(["😀y"]);
  });

  it("is ignored if its offsets don't fit the text or overlap", () => {
    const odd = [
      [-1, 2],
      [3, 3],
      [2, 1],
      [0, 99],
      [0.5, 2],
      [Number.NaN, 2],
    ].map(([start, end]): NameMark => ({ start: start!, end: end!, kind: "own", name: "x" }));
    expect(marked("abcdef", odd)).toEqual([]);
    const names = [mark("Acme Cloud", "Acme Cloud"), mark("Acme Cloud", "Cloud")];
    expect(marked("Acme Cloud", names)).toEqual(["Acme Cloud"]);
  });

  it("is bounded in an answer of any length, with broken surrogates too", () => {
    const text = "\uD83D Acme \uDE00".repeat(20_000);
    const names = Array.from({ length: 5_000 }, (_, i) => mark(text, "Acme", i * 9));
    const parts = stretchesOf(text, names, null);
    expect(joined(parts)).toBe(text.slice(0, MAX_SHOWN));
    expect(parts.filter((each) => each.mark)).toHaveLength(1_000);
    const joiners = `a${"\u0301".repeat(MAX_SHOWN - 1)}`;
    expect(joined(stretchesOf(joiners, [{ start: 50_000, end: 50_001, kind: "own", name: "x" }], null))).toHaveLength(
      MAX_SHOWN,
    );
  });
});

describe("an excerpt", () => {
  it("surrounds the brand's first name and shows that it is cut off", () => {
    const text = `${"Beta. ".repeat(50)}Then Acme 😀 follows. ${"More. ".repeat(50)}`;
    const parts = excerptOf(text, [{ ...mark(text, "Beta"), kind: "rival" }, mark(text, "Acme")], 60);
    expect(joined(parts)).toMatch(/^….*Acme 😀 follows.*…$/s);
    expect(joined(parts).length).toBeLessThan(66);
    expect(parts.find((each) => each.mark?.kind === "own")?.text).toBe("Acme");
    expect(joined(excerptOf("short", [], 60))).toBe("short");
  });
});
