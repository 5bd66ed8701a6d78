import { describe, expect, it } from "vitest";
import { isForeign, isOthersProduct, namesBefore } from "../../../../src/insights/core/facts/names.ts";
import { clauseOf, factsOfPage, subjectStems } from "../../../../src/insights/core/facts/subject.ts";
import { valuesIn } from "../../../../src/insights/core/facts/values.ts";
import { stemsOf } from "../../../../src/insights/core/questions.ts";

const OWN = stemsOf("Kelpworks");

describe("what a text is about", () => {
  it("is its words without values, numbers, its own name and words of prices", () => {
    const text = "The Team plan of Kelpworks v5 costs pro user €5 per month, Pro 10 GB";
    expect([...subjectStems(text, OWN)]).toEqual(["team", "user", "pro"]);
    expect([...subjectStems("Al10 Beta", OWN)]).toEqual(["beta"]);
    expect(
      subjectStems(
        Array.from({ length: 90 }, (_, i) => `w${"abcdefghij"[i % 10]}${"klmnopqrst"[Math.floor(i / 10)]}`).join(" "),
        OWN,
      ).size,
    ).toBe(60);
  });

  it.each([
    ["Basic is €9 and Pro is €49", ["Basic is €9", "Pro is €49"]],
    ["Basic €9, Pro €49; Max €99! End", ["Basic €9", "Pro €49", "Max €99"]],
    ["Basic €9 und Pro €49 while Max €99 x", ["Basic €9", "Pro €49", "Max €99 x"]],
    ["Basic €9 Pro €49", ["Basic €9 Pro €49", "Basic €9 Pro €49"]],
    ["For you, and us, just €5 and no more", ["For you, and us, just €5 and no more"]],
    ["For you, 5 users and €5", ["For you, 5 users and €5", "For you, 5 users and €5"]],
  ])("is said in a clause of several values: %s", (text, clauses) => {
    expect(valuesIn(text).map((value) => clauseOf(text, value))).toEqual(clauses);
  });
});

const read = (text: string, rivals: readonly string[] = []) => factsOfPage(text, OWN, rivals).values;
const near = (text: string) => read(text).map((value) => [...value.near].join(" "));

describe("a value on a page", () => {
  it("has its line, its place and what is around it", () => {
    expect(read("Team\n  The Rivalco Alpha costs €49\nper month\n", ["Rivalco"])).toEqual([
      {
        kind: "price",
        start: 26,
        end: 29,
        value: "49",
        unit: "EUR",
        period: "month",
        loose: false,
        shown: "€49",
        quote: "The Rivalco Alpha costs €49",
        near: new Set(["rival", "alpha", "team"]),
        past: false,
        foreign: true,
        before: new Map([["alpha", ["rival"]]]),
      },
    ]);
  });

  const long = "x".repeat(61);
  it.each([
    ["One\nTwo\nThree\nFour\n€5\nFive", ["four three two"]],
    ["€4\nOne\n€5\nFive\n€6", ["one", "one", "five"]],
    ["€4\nOne\nTwo\nThree", ["one two"]],
    [`${long}\nOne\n€5`, ["one"]],
    [`One\n${long}\n€5`, [""]],
    [`€5\n${"x".repeat(60)}\nTwo`, ["xxxxx two"]],
    [`€5\n${long}\nTwo`, [""]],
    ["Alpha 10 users\nBeta", ["alpha beta"]],
    ["Alpha\n10 users\nBeta", ["alpha beta"]],
    ["Alpha\n€5\nBeta", ["alpha"]],
    [`Zero\nAlpha ${"w ".repeat(30)}costs €5, Beta €6\nGamma`, ["alpha", "beta"]],
  ])("is near words of short lines up to the next price: %j", (text, words) => expect(near(text)).toEqual(words));

  it.each([
    ["€5\nper month", ["month"]],
    ["€5\na year\nper month", ["year"]],
    ["€5\nBeta\nper month", [null]],
    [`€5\nper month ${"x".repeat(51)}`, [null]],
    [`€5\nper month ${"x".repeat(50)}`, ["month"]],
    ["€5 per month\na year", ["month"]],
    ["€5 €6 per month\na year", ["month", "month"]],
    ["€5 / (€6 per year", ["year", "year"]],
    ["€5 and €6 per month\na year", [null, "month"]],
    ["€5 €6\nmonthly", [null, "month"]],
    ["10 users\nper month", [null]],
    ["€5", [null]],
  ])("has a period of its own, of the price behind it or of the next line: %j", (text, periods) => {
    expect(read(text).map(({ period }) => period)).toEqual(periods);
  });

  it.each([
    ["was €49 now €59", [true, false]],
    ["was €49 €59", [true, false]],
    ["€49, was 10 users and €59", [false, true, true]],
    ["Old price | Price\nA | €49 | €59", [true, true]],
    ["Old price\nA\nB\n€49 €59", [true, true]],
    ["Old price\nA\nB\nC\n€49 €59", [false, false]],
    ["Old price\n€49", [false]],
    ["Old\n5 users 6 users €1", [false, false, true]],
    ["Price\n€49 €59\nOld price", [false, false]],
  ])("is of before if its line or a heading says so: %j", (text, past) => {
    expect(read(text).map((value) => value.past)).toEqual(past);
  });

  it("counts as a number of the page, and of now if it is not of before", () => {
    const { stems, numbers, presentNumbers } = factsOfPage("Team was €49, now €59\nold ~~€7~~ 8", OWN);
    expect([...stems]).toEqual(["team", "49", "now", "59", "old"]);
    expect([...numbers]).toEqual(["49", "59", "7", "8"]);
    expect([...presentNumbers]).toEqual(["59", "8"]);
    const plain = factsOfPage("Team €59", OWN);
    expect(plain.presentNumbers).toBe(plain.numbers);
  });

  it("is read within bounds of a line, of lines and of values", () => {
    expect(read(`${"x".repeat(396)} €5\n${"x".repeat(398)} €6`).map(({ value }) => value)).toEqual(["5"]);
    expect(read(`${"\n".repeat(3_999)}€5\n€6`).map(({ value }) => value)).toEqual(["5"]);
    expect(read(Array.from({ length: 50 }, () => "€1 €2 €3 €4 €5 €6 €7 €8 €9").join("\n"))).toHaveLength(400);
    const words = Array.from({ length: 5_000 }, (_, i) => `w${i}`).join(" ");
    expect(factsOfPage(words, OWN).stems.size).toBe(4_000);
  });
});

describe("somebody else", () => {
  const foreign = (text: string, rivals = ["Rivalco", "Größe 2", ""]) => isForeign(text, { own: OWN, rivals });
  it.each([
    ["Rivalco is dear", true],
    ["by RIVALCO", true],
    ["Take grosse 2!", false],
    ["Take GRÖSSE 2 or größe 2!", true],
    ["Rivalcompany and xRivalco", false],
    ["Rivalcompany (Rivalco)", true],
    ["Rivalco9", false],
    ["Rivalco and Kelpworks", false],
    ["Nobody", false],
  ])("is named, and not we: %s, %s", (text, expected) => expect(foreign(text)).toBe(expected));

  it("is nobody if nobody is known", () => expect(foreign("Rivalco", [])).toBe(false));

  const before = (text: string) =>
    [...namesBefore(text, OWN, (stem) => stem === "team")].map(([thing, owners]) => `${thing}: ${owners.join(" ")}`);
  it.each([
    ["Rivalco Pro", ["pro: rival"]],
    ["Rivalco's Pro, Velo’s Pro and Velo\u00a0Max2", ["pro: rival velo", "max2: velo"]],
    ["Alpha Beta Gamma", ["beta: alpha", "gamma: beta"]],
    ["The Pro", []],
    ["Für Rivalco", []],
    ["Rivalco The", []],
    ["Kelpworks Pro", []],
    ["Rivalco Kelpworks", []],
    ["Team Pro", []],
    ["rivalco Pro, xRivalco Pro", []],
    ["Rivalco pro", []],
    ["Rivalco, Pro", []],
    ["A Pro, X Pro", ["pro: x"]],
  ])("has names in front of names: %s", (text, found) => expect(before(text)).toEqual(found));

  it.each<[string[], string[], Array<[string, string[]]>, boolean]>([
    [["pro"], [], [["pro", ["rival"]]], true],
    [["pro"], ["rival"], [["pro", ["rival"]]], false],
    [["pro", "rival"], [], [["pro", ["rival"]]], false],
    [["pro"], ["rival"], [["pro", ["rival", "velo"]]], false],
    [["pro"], [], [["pro", ["rival", "velo"]]], true],
    [["max"], [], [["pro", ["rival"]]], false],
    [
      ["max"],
      [],
      [
        ["pro", ["rival"]],
        ["max", ["velo"]],
      ],
      true,
    ],
    [["pro"], [], [], false],
  ])("has a product if all names in front of it are others': %j, %j, %j: %s", (subject, said, place, expected) => {
    expect(isOthersProduct(new Set(subject), new Set(said), new Map(place))).toBe(expected);
  });
});
