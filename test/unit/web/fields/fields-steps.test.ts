import { describe, expect, it } from "vitest";
import { PageTree, parsePattern, parseXPath, XPathReader, type StepBudget } from "../../../../src/web/fields";

/** A page of nested elements around one text. */
function nested(elements: number, text: string): PageTree {
  const tree = new PageTree();
  for (let i = 0; i < elements; i++) tree.open("div", {}, false);
  tree.addText(text, 0, text.length);
  tree.finish();
  return tree;
}

function stepsOf(tree: PageTree, expression: string): number {
  const parsed = parseXPath(expression);
  if ("reason" in parsed) throw new Error(parsed.reason);
  let spent = 0;
  const budget = { spend: (more: number) => (spent += more) } as unknown as StepBudget;
  new XPathReader(tree, budget).texts(parsed.xpath, 10);
  return spent;
}

describe("steps of an expression", () => {
  it.each([
    "sum(//div)",
    "//div[number() > 1]",
    "//div[. < 5]",
    "//div[. = 5]",
    "//div[. != 'x']",
    "//div[string(.) > 5]",
    "//div[-1 + . = 7]",
    "//div[/html = 2]",
  ])("%s pay for the characters of all texts it reads", (expression) => {
    const [elements, chars] = [50, 128_000];
    const few = stepsOf(nested(elements, "1"), expression);
    const texts = (elements * chars) / 64;
    expect(stepsOf(nested(elements, "1".repeat(chars)), expression) - few).toBeGreaterThan(0.9 * texts);
  });

  it("pay for a number that is read again for each node", () => {
    const tree = new PageTree();
    const blank = `${" ".repeat(64_000)}1`;
    tree.open("h1", {}, false);
    tree.addText(blank, 0, blank.length);
    tree.close(false);
    for (let i = 0; i < 100; i++) {
      tree.open("p", {}, false);
      tree.close(false);
    }
    tree.finish();
    expect(stepsOf(tree, "//p < string(//h1)")).toBeGreaterThan((100 * 64_000) / 64);
  });

  it("pay for ancestors that an axis passes by", () => {
    expect(stepsOf(nested(2_000, "x"), "//div[preceding::p]")).toBeGreaterThan((2_000 * 2_000) / 2 / 64);
  });

  it("read no number of more than 100 digits", () => {
    const value = (digits: number) => {
      const parsed = parseXPath("number(//div)");
      if ("reason" in parsed) throw new Error(parsed.reason);
      const budget = { spend: () => undefined } as unknown as StepBudget;
      return new XPathReader(nested(1, ` ${"0".repeat(digits - 1)}1 `), budget).texts(parsed.xpath, 1).values;
    };
    expect([value(100), value(101)]).toEqual([["1"], ["NaN"]]);
  });
});

describe("a page's tree", () => {
  it("keeps its text, with one space between blocks", () => {
    const tree = new PageTree();
    for (const word of ["one", "two ", "", "three"]) {
      tree.open("p", {}, false);
      tree.addText(word, 0, word.length);
      tree.close(false);
    }
    tree.finish();
    expect(tree.textOf(0)).toBe("one two three ");
  });

  it("keeps the beginning of a script that comes in pieces", () => {
    const tree = new PageTree();
    tree.open("script", {}, true);
    for (let i = 0; i < 150; i++) tree.addText("x".repeat(1_000), 0, 1_000);
    tree.close(true);
    tree.finish();
    expect(tree.textOf(tree.names.indexOf("script"))).toBe("x".repeat(100_000));
  });
});

describe("a pattern", () => {
  it("keeps a bounded prefix", () => {
    const parsed = parsePattern("a".repeat(100));
    expect("pattern" in parsed && parsed.pattern.prefix).toBe("a".repeat(32));
  });
});
