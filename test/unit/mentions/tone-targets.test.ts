import { expect, it } from "vitest";
import { analyseByRules, compileRules } from "../../../src/mentions/core/analysis/analyse";

const RULES = compileRules({
  brandName: "Velorix",
  domain: "velorix.example",
  aliases: [],
  competitors: [{ name: "Quandora" }],
});
const toneIn = (text: string) => Math.sign(analyseByRules(RULES, { text, citations: [] }).sentiment);

it.each<[string, number]>([
  // A product stands for its brand.
  ["Quandora Brevio has good bass. Velorix Cinebar 11 costs 300 euros. For films, the Cinebar is excellent.", 1],
  // A label says what the rest is about.
  ["Velorix has 20 branches.\nComplaints: there is a form for them.", 0],
  // An answer about one brand is about it from its first word on.
  ["**Recall of a dangerous battery**\n\nBrand: Velorix", -1],
  // A choice on a line of its own is about the brand before it.
  ["**Looks:** the Velorix comes in copper.\n**Verdict:** steer clear. A Quandora costs the same.", -1],
  // The main clause of a condition counts.
  ["Jeśli jeździsz dużo, Velorix jest świetny.", 1],
])("%s", (text, tone) => expect(toneIn(text)).toBe(tone));
