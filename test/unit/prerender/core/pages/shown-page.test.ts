import { describe, expect, it } from "vitest";
import { judgeShown, SHORT_TEXT, type ShownPage } from "../../../../../src/prerender/core/pages/shown-page";

const judge = (view: Partial<ShownPage>) =>
  judgeShown({ text: "a page", first: "nothing of it", shadow: false, busy: false, ...view });

describe("what a page shows", () => {
  it.each<[string, Partial<ShownPage>, boolean]>([
    ["it has shown nothing yet", { first: null, text: "" }, true],
    ["it is its first text", { text: "Shop of chairs", first: "Shop of chairs" }, true],
    ["only a clock has moved", { text: "Shop at 10:42", first: "Shop at 9:07" }, true],
    ["a word in five is new", { text: "a b c d new", first: "a b c d e f" }, true],
    ["a word in four is new", { text: "a b c new", first: "a b c d" }, false],
    ["it has become long", { text: "a ".repeat(SHORT_TEXT), first: "a ".repeat(SHORT_TEXT) }, false],
  ])("unchanged: %s", (_name, view, expected) => expect(judge(view).unchanged).toBe(expected));

  it.each<[string, Partial<ShownPage>, boolean]>([
    ["a line says so", { text: "Shop\n Loading offers… \nImprint" }, true],
    ["in another language", { text: "Bitte warten" }, true],
    ["in other words, with dots", { text: "Shop\nFetching reports …\nImprint" }, true],
    ["a heading that begins like it", { text: "Getting started" }, false],
    ["a sentence that begins like it", { text: "Loading docks are built here by hand since 1911" }, false],
    ["an element says so", { busy: true }, true],
    ["beside a long text", { text: `Loading…\n${"word ".repeat(SHORT_TEXT)}`, busy: true }, false],
  ])("loading: %s", (_name, view, expected) => expect(judge(view).loading).toBe(expected));

  it("counts characters as far as a blank page has them; what shadow trees show is not counted", () => {
    expect(judge({ text: "four" }).chars).toBe(4);
    expect(judge({ text: "four", shadow: true }).chars).toBe(50);
    expect(judge({ text: "x".repeat(400) }).chars).toBe(50);
  });
});
