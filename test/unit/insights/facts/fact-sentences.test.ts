import { describe, expect, it } from "vitest";
import {
  citedBy,
  claimsOf,
  plainSentence,
  sentencesIn,
  type ToldAnswer,
} from "../../../../src/insights/core/facts/claims.ts";

const A = "https://a.example/x";
const B = "https://b.example";

describe("the sentences of an answer", () => {
  const read = (text: string) => sentencesIn(text).map(({ start, end }) => text.slice(start, end));

  it.each([
    ["One here. Two here! Three? Four… Five", ["One here.", "Two here!", "Three?", "Four…", "Five"]],
    ["Am 3. Mai gilt es. Das ist z. B. so, e. g. this.", ["Am 3. Mai gilt es.", "Das ist z. B. so, e. g. this."]],
    ["It is so . Here", ["It is so . Here"]],
    ["At example.com it is", ["At example.com it is"]],
    [
      "He said “so.” Then **this.** And [that.] (Or that.) So 'it.' End",
      ["He said “so.”", "Then **this.**", "And [that.]", "(Or that.)", "So 'it.'", "End"],
    ],
    ["This is.**”  More", ["This is.**”", "More"]],
    ["That is so.[1] This.[^12][3] End", ["That is so.[1]", "This.[^12][3]", "End"]],
    ["一。二！三？四", ["一。", "二！", "三？", "四"]],
    ["Line one\nline two. More\n\nlast.\n", ["Line one", "line two.", "More", "last."]],
    ["", []],
  ])("are told apart: %j", (text, sentences) => expect(read(text)).toEqual(sentences));

  it.each([
    ["behind it", `It is so. ([a](${A})) End`, [`It is so. ([a](${A})) `, "End"]],
    ["several in brackets", `It is so. ([a](${A}); [b](${B}) ) End`, [`It is so. ([a](${A}); [b](${B}) ) `, "End"]],
    ["with brackets in its name", `It is so. ([a [pdf] b](${A})) End`, [`It is so. ([a [pdf] b](${A})) `, "End"]],
    ["a footnote's mark", "It is so. [1] [^2] End. More", ["It is so. [1] [^2] ", "End.", "More"]],
    ["alone on the rest of the line", `It is so. [a](${A}), ${B}; [2] — *`, [`It is so. [a](${A}), ${B}; [2] — *`]],
    ["between two", `It is so. [a](${A}). End`, [`It is so. [a](${A}).`, "End"]],
    ["on the next line, which it has for itself", `It is so.\n([a](${A})) End`, ["It is so.", `([a](${A})) End`]],
    ["a link with words around, of the next one", `It is so. See [a](${A}) End`, ["It is so.", `See [a](${A}) End`]],
    ["first in the answer", `[1] It is so. End`, ["[1] It is so.", "End"]],
    ["no sources", "It is so. (see there) End", ["It is so.", "(see there) End"]],
    ["no source at all", "It is so. — … End", ["It is so.", "— … End"]],
  ])("have their sources: %s", (_, text, sentences) => expect(read(text)).toEqual(sentences));

  it("end with what is read of an answer", () => {
    const long = `${"word ".repeat(6_000)}more.`;
    expect(read(long)).toEqual([long.slice(0, 30_000)]);
    const list = `It is so. ${`[a](${A}) `.repeat(200)}`;
    expect(read(list)).toHaveLength(2);
  });

  it("are plain without marks and links", () => {
    expect(plainSentence(`  **Pro** costs  [€5](${A}) \`now\` | #1 > 2_`)).toBe("Pro costs €5 now 1 2");
  });
});

describe("what a sentence cites", () => {
  const text = `Before it. See ${A}, or [b](${B}). After.`;
  const sentence = { start: 11, end: 11 + `See ${A}, or [b](${B}).`.length };
  const cites = (citations: ToldAnswer["citations"]) => citedBy({ text, mentions: [], citations }, sentence);
  const { start, end } = sentence;

  it("is its links, each once", () => {
    expect(cites([{ url: A, start, end }])).toEqual([A, B]);
    expect(citedBy({ text: `${A}?!`, mentions: [], citations: [] }, { start: 0, end: 50 })).toEqual([A]);
  });

  it.each([
    ["no place", undefined, undefined, false],
    ["a point at its begin", start, undefined, true],
    ["a point before it", start - 1, undefined, false],
    ["a point right behind it", end + 1, undefined, true],
    ["a point further behind it", end + 2, undefined, false],
    ["a marker over its begin", start - 8, start, true],
    ["a marker that ends before it", start - 8, start - 1, false],
    ["a longer passage that ends where it begins", start - 9, start, false],
    ["a longer passage that ends in it", start - 9, start + 1, true],
    ["a passage over all", 0, text.length, true],
    ["a passage from its last character on", end - 1, end + 20, true],
    ["a passage from its end on", end, end + 20, false],
    ["a marker of eight from its end on", end, end + 8, true],
  ])("is what has %s: %s to %s, %s", (_, from, to, cited) => {
    const place = { ...(from !== undefined && { start: from }), ...(to !== undefined && { end: to }) };
    expect(cites([{ url: "https://c.example", ...place }])).toEqual([A, B, ...(cited ? ["https://c.example"] : [])]);
  });
});

const BRAND = "Kelpworks";
const answer = (text: string, names: readonly string[] = [BRAND, "Rivalco"]): ToldAnswer => ({
  text,
  mentions: names.flatMap((name) =>
    Array.from(text.matchAll(new RegExp(name, "g")), ({ index }) => ({ name, start: index, end: index + name.length })),
  ),
  citations: [],
});
const claimed = (text: string) => claimsOf(answer(text), BRAND).map(({ quote, start, end }) => quote.slice(start, end));

describe("the claims of an answer", () => {
  it("have the value, the subject, the sources and who is named", () => {
    const text = `## Plans of ${BRAND}\nVelomax's **Pro** plan of ${BRAND} costs [€49](${A}) per month with Sprocket 5.`;
    expect(claimsOf(answer(text), BRAND)).toEqual([
      {
        kind: "price",
        start: 38,
        end: 41,
        value: "49",
        unit: "EUR",
        period: "month",
        loose: false,
        quote: "Velomax's Pro plan of Kelpworks costs €49 per month with Sprocket 5.",
        subject: new Set(["velom", "pro", "sproc"]),
        cites: [A],
        named: true,
        names: new Set(["velom", "pro", "sproc"]),
        words: new Set(["velom", "pro", "plan", "kelpw", "cost", "49", "month", "sproc"]),
      },
    ]);
  });

  it.each([
    ["of a sentence that names it", "Kelpworks costs €5 now. Rivalco is dear.", ["€5"]],
    ["of none that names another", "Kelpworks costs €5 and Rivalco too.", []],
    ["of one that follows", "Kelpworks is good. It costs €5.", ["€5"]],
    ["of none behind another", "Kelpworks is good. Rivalco is dear. It costs €5.", []],
    ["of one behind another and it", "Rivalco is dear. Kelpworks is good. It costs €5.", ["€5"]],
    ["of one before it, if nobody else is named", "It costs €5 now. Kelpworks is good.", ["€5"]],
    ["of none before it otherwise", "It costs €5 now. Kelpworks is good. Rivalco is dear.", []],
    ["of none below another heading", "Kelpworks is good. Rivalco?\nKelpworks it is.\n## Tools\nIt costs €5.", []],
    ["of one below its heading", "Rivalco is dear.\n## Kelpworks\nIt costs €5.", ["€5"]],
    ["of one below a heading that names nobody, if it is alone", "Kelpworks is good.\n## Tools\nIt costs €5.", ["€5"]],
    [
      "of one below the head of a list",
      "Kelpworks is good. Rivalco?\nKelpworks it is.\n- **Tools**\nIt costs €5.",
      ["€5"],
    ],
    ["of none where nobody is named", "It costs €5.", []],
    ["of one that tells it, and not of one that asks", "Kelpworks costs €5 now. Does Kelpworks cost €6?", ["€5"]],
    ["of now, and not of before", "Kelpworks Pro has an old price of €4 but now €5.", ["€5"]],
  ])("are %s: %s", (_, text, values) => expect(claimed(text)).toEqual(values));

  it.each([
    ["## Pro plan\nKelpworks costs €5.", ["pro"]],
    ["**Pro plan**:\nKelpworks costs €5.", ["pro"]],
    ["- **Pro plan**\nKelpworks costs €5.", ["pro"]],
    ["2. Pro plan\nKelpworks costs €5.", ["pro"]],
    ["Pro plan\nKelpworks costs €5.", []],
    ["**Pro plan** is\nKelpworks costs €5.", []],
    ["- Pro plan\nKelpworks costs €5.", []],
    ["#Pro plan\nKelpworks costs €5.", []],
    ["## Pro plan\n## Basic\nKelpworks costs €5.", ["basic"]],
    ["## Pro plan\n## Kelpworks Team: €5", ["team"]],
  ])("are about their heading, too: %j", (text, subject) => {
    expect([...claimsOf(answer(text), BRAND)[0]!.subject]).toEqual(subject);
  });

  it("are forty at most, of sentences of 600 characters at most", () => {
    const many = `${BRAND} has ${Array.from({ length: 10 }, (_, i) => `€${i + 1}`).join(" and ")}. `;
    expect(claimed(many.repeat(5))).toHaveLength(40);
    const long = (length: number) => `${BRAND} costs €5 ${"x".repeat(length)}`.slice(0, length);
    expect([claimed(long(600)), claimed(long(601))]).toEqual([["€5"], []]);
  });

  it("know a name from a word by its place", () => {
    const names = (text: string) => [...claimsOf(answer(text), BRAND)[0]!.names];
    expect(names("Kelpworks has the Alpha plan, Beta and 2 Gamma for €5")).toEqual(["alpha", "beta", "gamma"]);
    expect(names("Then Kelpworks costs €5 a Month")).toEqual([]);
    expect(names("Delta’s plan of Kelpworks costs €5")).toEqual(["delta"]);
    expect(names("Deltas plan of Kelpworks costs €5")).toEqual([]);
  });
});
