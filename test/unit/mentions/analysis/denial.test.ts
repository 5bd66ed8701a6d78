import { describe, expect, it } from "vitest";
import { analyseByRules, compileRules } from "../../../../src/mentions/core/analysis/analyse";

const rules = compileRules({
  brandName: "Tondrel",
  aliases: [],
  domain: "tondrel.example",
  category: "bank",
  competitors: [{ name: "Monzo" }],
});
const read = (text: string) => analyseByRules(rules, { text, citations: [] });

describe("a name of which the answer knows nothing", () => {
  it.each([
    ["in its own clause", "I have no reliable information about Tondrel. Monzo is a well-known bank."],
    ["in the next sentence", "Tondrel? I could not find anything about it. Monzo is a well-known bank."],
    ["after a colon", "Tondrel: no data found. Monzo is a well-known bank."],
    [
      "and asked for later",
      "I'm not familiar with a bank called Tondrel. Monzo is a solid choice. As for Tondrel, if you send me a link, I am happy to look.",
    ],
    ["in German", "Zu einer Bank namens Tondrel liegen mir keine Informationen vor. Monzo ist bekannt."],
  ])("is not mentioned: %s", (_, text) => {
    const { mentioned, denied, competitors } = read(text);
    expect([mentioned, denied!.length > 0, competitors.map(({ name }) => name)]).toEqual([false, true, ["Monzo"]]);
  });

  it.each([
    ["praise by denial", "I have found no complaints about Tondrel, and nothing better than Tondrel."],
    ["a lack of a feature", "Tondrel has no joint accounts, and its app is slow."],
    ["a condition", "If you cannot find a branch, Tondrel is a good bank to try online."],
  ])("is mentioned: %s", (_, text) => {
    expect(read(text).mentioned).toBe(true);
  });

  it("is weighed in linear time, at its first places", () => {
    const text = "I know nothing about Tondrel, and no source names Tondrel. ".repeat(1_500);
    const started = performance.now();
    expect(read(text).mentioned).toBe(false);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
