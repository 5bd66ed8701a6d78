import { describe, expect, it } from "vitest";
import { analyseByRules, compileRules } from "../../../src/mentions/core/analysis/analyse";
import { readCorpus } from "./corpus/read-corpus";
import { faults, score, scoreTable, type Case } from "./corpus/score";

const corpus = readCorpus();
const byRules: Case[] = corpus.map((labelled) => ({
  labelled,
  found: analyseByRules(compileRules(labelled.subject), { text: labelled.text, citations: [] }),
}));
const partOf = (cases: readonly Case[], part: string) => cases.filter((each) => each.labelled.part === part);

/** CORPUS=seen, aside or later lists the answers that the rules get wrong. */
const listed = process.env["CORPUS"];

describe("the corpus of answers", () => {
  it("has at least 300 answers in at least 25 languages", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    expect(new Set(corpus.map(({ language }) => language)).size).toBeGreaterThanOrEqual(25);
  });

  it("is read by rules alone", () => {
    const columns = {
      seen: score(partOf(byRules, "seen")),
      aside: score(partOf(byRules, "aside")),
      later: score(partOf(byRules, "later")),
      all: score(byRules),
    };
    console.log(`Rules alone\n${scoreTable(columns)}`);
    if (listed) {
      const wrong = partOf(byRules, listed).filter((each) => faults(each) !== "");
      for (const each of wrong) {
        const { language, kind, position, tone, text } = each.labelled;
        console.log(`${language} ${kind} [${position}${tone}] ${faults(each)} | ${text}`);
      }
    }
  });
});
