import { describe, expect, it } from "vitest";
import { analyseByRules, analyseWithJudgement, compileRules } from "../../../../src/mentions/core/analysis/analyse";
import { readJudgement } from "../../../../src/mentions/core/analysis/judgement";
import { PARTS, readCorpus } from "./corpus/read-corpus";
import { faults, score, scoreTable, share, type Case } from "./corpus/score";
import { standInReply } from "./corpus/stand-in-reply";

const corpus = readCorpus();
const byRules: Case[] = corpus.map((labelled) => ({
  labelled,
  found: analyseByRules(compileRules(labelled.subject), { text: labelled.text, citations: [] }),
}));
const byModel: Case[] = corpus.map((labelled, i) => {
  const answer = { text: labelled.text, citations: [] };
  const judgement = readJudgement(standInReply(labelled, i), labelled.text);
  const rules = compileRules(labelled.subject);
  return {
    labelled,
    found: judgement ? analyseWithJudgement(labelled.subject, answer, judgement) : analyseByRules(rules, answer),
  };
});
const partOf = (cases: readonly Case[], part: string) => cases.filter((each) => each.labelled.part === part);
const columns = (cases: readonly Case[]) => ({
  ...Object.fromEntries(PARTS.map((part) => [part, score(partOf(cases, part))])),
  all: score(cases),
});

/** CORPUS=seen, or another part, lists the answers of that part that the rules get wrong. */
const listed = process.env["CORPUS"];

describe("the corpus of answers", () => {
  it("has at least 300 answers in at least 25 languages", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    expect(new Set(corpus.map(({ language }) => language)).size).toBeGreaterThanOrEqual(25);
  });

  it("is read by rules alone", () => {
    console.log(`Rules alone\n${scoreTable(columns(byRules))}`);
    for (const each of listed ? partOf(byRules, listed).filter((one) => faults(one) !== "") : []) {
      const { language, kind, position, tone, text } = each.labelled;
      console.log(`${language} ${kind} [${position}${tone}] ${faults(each)} | ${text}`);
    }
    const all = score(byRules);
    expect(share(all.mention)).toBeGreaterThanOrEqual(0.97);
    expect(share(all.mentionRecall)).toBeGreaterThanOrEqual(0.98);
    expect(share(all.competitor)).toBeGreaterThanOrEqual(0.98);
    expect(share(all.competitorRecall)).toBeGreaterThanOrEqual(0.98);
    expect(share(all.position)).toBeGreaterThanOrEqual(0.98);
    expect(share(all.toneRight)).toBeGreaterThanOrEqual(0.95);
    expect(share(all.toneGiven)).toBeGreaterThanOrEqual(0.8);
    expect(share(all.toneless)).toBe(1);
    expect(share(all.denials)).toBeGreaterThanOrEqual(0.95);
    expect(share(all.praiseByNegation)).toBeGreaterThanOrEqual(0.95);
    expect(share(all.everydayWords)).toBeGreaterThanOrEqual(0.85);
  });

  it("is read with a model, whose lies the quotes expose", () => {
    console.log(`With a stand-in for a model\n${scoreTable(columns(byModel))}`);
    const [rules, model] = [score(byRules), score(byModel)];
    for (const field of ["mention", "mentionRecall", "denials", "everydayWords", "toneGiven", "toneRight"] as const)
      expect(share(model[field])).toBeGreaterThanOrEqual(share(rules[field]));
    expect(share(model.denials)).toBeGreaterThanOrEqual(0.98);
  });
});
