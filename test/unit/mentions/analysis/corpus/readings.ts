import { analyseByRules, compileRules, nameSceneOf } from "../../../../../src/mentions/core/analysis/analyse";
import { denialInputs } from "../../../../../src/mentions/core/analysis/denial";
import { findHits } from "../../../../../src/mentions/core/analysis/names/find";
import { readProse } from "../../../../../src/mentions/core/analysis/names/prose";
import { weighed } from "../../../../../src/mentions/core/analysis/names/weigh";
import learnt from "../../../../../src/mentions/core/analysis/names/weights.json";
import { toneWordsIn } from "../../../../../src/mentions/core/analysis/tone/tone-words";
import type { Answer, Subject } from "../../../../../src/mentions/core/analysis/types";
import { clausesOf, sentencesOf } from "../../../../../src/mentions/core/analysis/words/clauses";
import { languagesOf } from "../../../../../src/mentions/core/analysis/words/languages";
import { hash53 } from "../../../../../src/lib/crypto/hash";
import { LABELLED_ANSWERS } from "../labelled-answers";
import { readBatch, subjectOf } from "./batches";
import { readCorpus } from "./read-corpus";

/** An answer of the corpora that is read in whole. */
interface ReadAnswer {
  id: string;
  subject: Subject;
  answer: Answer;
}

/** One of several answers of every corpus and batch. */
export function answersToRead(): ReadAnswer[] {
  const labelled = LABELLED_ANSWERS.map(({ subject, text, citations = [] }, i) => ({
    id: `labelled-${i}`,
    subject,
    answer: { text, citations },
  }));
  const corpus = readCorpus().map(({ part, subject, text }, i) => ({
    id: `${part}-${i}`,
    subject,
    answer: { text, citations: [] },
  }));
  const batches = Array.from({ length: 13 }, (_, i) => readBatch(`mentions-${i + 1}`)).flat();
  const blind = batches.map((each) => ({
    id: each.id,
    subject: subjectOf(each),
    answer: { text: each.text, citations: [] },
  }));
  const one = <T>(of: readonly T[], step: number) => of.filter((_, i) => i % step === 0);
  return [...one(labelled, 2), ...one(corpus, 24), ...one(blind, 40)];
}

const mark = (values: unknown) => hash53(JSON.stringify(values)).toString(36).slice(-5);
const rounded = (inputs: Float64Array | null) => inputs && Array.from(inputs, (value) => Math.round(1e6 * value) / 1e6);

/**
 * All that the rules read in an answer, in one line. The marks at its end stand for what names, denials and tones are weighed
 * by, in this order.
 */
export function readingOf({ id, subject, answer }: ReadAnswer): string {
  const rules = compileRules(subject);
  const found = analyseByRules(rules, answer);
  const prose = readProse(answer.text, answer.citations);
  const languages = languagesOf(answer.text);
  const hits = findHits(prose, rules.searched, languages);
  const names = weighed(nameSceneOf(prose, answer, languages), hits, learnt.first).map(rounded);
  const denials = denialInputs(prose.text, hits, languages).map(rounded);
  const clauses = sentencesOf(prose.text).flatMap((sentence) => clausesOf(prose.text, sentence));
  const tones = clauses.map(({ start, end }) => toneWordsIn(prose.text.slice(start, end), languages));
  const places = (mentions: ReadonlyArray<{ name: string; start: number; end: number }> = []) =>
    mentions.map(({ name, start, end }) => `${name} ${start}-${end}`).join(", ");
  const { toneEvidence: shown } = found;
  return [
    `${id} ${languages.slice(0, 3).join()} ${found.mentionPosition}`,
    places(found.mentions),
    `denied ${places(found.denied)}`,
    `unsure ${places(found.unsure)}`,
    found.competitors.map(({ name, count, position }) => `${name} ${count}@${position}`).join(", "),
    (found.tones ?? []).map(({ name, sentiment, mixed }) => `${name} ${sentiment}${mixed ? " mixed" : ""}`).join(", "),
    shown ? `${shown.start}-${shown.end}` : "",
    found.inflections.map(({ seen, alias }) => `${seen}=${alias}`).join(", "),
    [names, denials, tones].map(mark).join(" "),
  ].join(" | ");
}
