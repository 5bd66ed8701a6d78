import { describe, expect, it } from "vitest";
import { headsPast, isPast } from "../../../../src/insights/core/facts/past.ts";
import { isTold } from "../../../../src/insights/core/facts/told.ts";
import { valuesIn } from "../../../../src/insights/core/facts/values.ts";

/** Words without and with their endings. */
const forms = (text: string) => text.split(" ").flatMap((word) => [word.replace(/\|.*/, ""), word.replace("|", "")]);

const told = (sentence: string) => isTold(sentence, valuesIn(sentence)[0]!);

describe("a sentence", () => {
  it.each([
    ...forms(
      "wrong|ly incorrect|ly mistaken|ly erroneous|ly false|ly inaccurate|ly rumor|s rumour|s würde|n könnte|n fälschlich|erweise",
    ).map((word) => `It ${word} costs €5.`),
    ...forms("kein|e keine|r isn't|. don’t|. doesn't|. alte|r alte|n").map((word) => `It is ${word} for €5.`),
    "If you pay now it costs €5.",
    "Si vous payez, 5 €.",
    "C'est 5 €, si vous payez.",
    "It may cost €5.",
    "Some say it costs €5.",
    "Some users say it costs €5.",
    "Many old loyal users say it costs €5.",
    "It costs €5 jusqu'à hier.",
    "It costs €5 jusqu’ici.",
    "Is it €5?",
    "Is it “€5?”",
    "¿Cuesta 5 €",
    "Not now, it costs €5.",
    "It costs €5 and is not cheap.",
    "It costs €5,not €6.",
    "It costs €5 –not much.",
    "It costs €5 pro- not contra.",
  ])("does not tell a value: %s", (sentence) => expect(told(sentence)).toBe(false));

  it.each([
    "It costs €5.",
    "The serif font costs €5.",
    "The obvious plan costs €5.",
    "Le tarif si bas coûte 5 €.",
    "Since may 2026 it costs so much.",
    "To our dismay it costs €5.",
    "Some very keen loyal readers say it costs €5.",
    "Handsome folk say it costs €5.",
    "Some sayings put it at €5.",
    "It costs €5 with nothing else.",
    "The knot costs €5.",
    "A wash costs €5.",
    "We are told that it costs €5.",
    "Why? It costs €5.",
    "It costs €5, which is not much.",
    "It costs €5; that is not much.",
    "It costs €5 – not much.",
    "It costs €5 - not much.",
    "It costs €5, and it was never €6.",
  ])("tells a value: %s", (sentence) => expect(told(sentence)).toBe(true));

  it("tells each of its values by the clause that it stands in", () => {
    const sentence = "It costs €5 and no longer €6, and not €7 but €8.";
    expect(valuesIn(sentence).map((value) => isTold(sentence, value))).toEqual([true, false, false, true]);
  });
});

/** Whether each price of a line is one of before. */
const past = (line: string) => {
  const prices = valuesIn(line);
  return prices.map((value, i) => isPast(line, value, prices[i - 1]?.end ?? 0));
};

describe("a price of before", () => {
  it.each([
    ...forms("former|ly previous|ly früher|er bisher|ige bisherige|n alte|r ancien|ne regular list original reg").map(
      (word) => `The ${word} price €5`,
    ),
    "Reg. price €5",
    "Voll. Bisheriger Preis 5 €",
    "was €5",
    "before today €5",
    "avant midi 5 €",
    "antes 5 €",
    "jusqu'à hier 5 €",
    "jusqu’ici 5 €",
    "now old €5",
    "old renew €5",
    "old news €5",
    "€5 until May",
    "€5 (until May)",
    "€5(until May)",
    "€5 jusqu’au 3 mai",
    "5 € bis Ende Mai",
    "~~€5~~",
    "now ~~only €5 a month~~",
  ])("%s", (line) => expect(past(line)).toContain(true));

  it.each([
    "costs €5",
    "told €5",
    "This was a reg. one! It is €5",
    "olden €5",
    "before tax €5",
    "before vat €5",
    "avant taxe 5 €",
    "antes de 5 €",
    "old one, now €5",
    "Old bikes are fun. It costs €5",
    "Old bikes! It costs €5",
    "€5 always until May",
    "~~old~~ for you: new €5",
  ])("and not one of now: %s", (line) => expect(past(line)).toEqual([false]));

  it("is told from others of its line", () => {
    expect(past("€4 ~~€5~~ €6")).toEqual([false, true, false]);
    expect(past("until May €49, now €59")).toEqual([true, false]);
    expect(past("was €49 €59")).toEqual([true, false]);
  });

  it.each([
    ["Old price", true],
    ["Now", false],
    ["Price", false],
    ["Old price 2025", false],
  ])("has a heading: %s, %s", (line, heads) => expect(headsPast(line)).toBe(heads));
});
