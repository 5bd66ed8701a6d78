import { round1, round2 } from "../../../lib/round";
import type { AnswerFact } from "../statistics/fact";
import { confidenceOf, differs, wilson } from "../statistics/interval";
import { mean, percent, voices, type AnswerTally } from "../statistics/tally";
import type { Delta, Rate, ReportV3 } from "./schema";
import type { ReportPrompt, Scene } from "./scene";

/** Tone is positive from this value up, and negative from its negation down. */
const TONE = 0.2;

function rateOf(hits: number, n: number): Rate {
  return { value: percent(hits, n), n, hits, ...wilson(hits, n), tooThin: n < 10 };
}

function delta(current: number, previous: number, known: boolean, significant: boolean): Delta {
  if (!known) return { current, previous: null, delta: null, significant: false };
  return { current, previous, delta: round2(current - previous), significant };
}

/** Whether two means differ by more than chance: Welch's t of at least 1.96, with at least ten values on each side. */
function meansDiffer(a: readonly number[], b: readonly number[]): boolean {
  if (a.length < 10 || b.length < 10) return false;
  const [meanA, meanB] = [average(a), average(b)];
  const spread = (values: readonly number[], middle: number) =>
    values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1) / values.length;
  const error = Math.sqrt(spread(a, meanA) + spread(b, meanB));
  return error > 0 && Math.abs(meanA - meanB) / error >= 1.96;
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function change({ tally: now, previousTally: before, current, previous }: Scene): ReportV3["stats"]["change"] {
  const known = before.responses > 0;
  const named = before.mentions > 0;
  const rate = (pick: (tally: AnswerTally) => number) =>
    delta(
      percent(pick(now), now.responses),
      percent(pick(before), before.responses),
      known,
      differs(pick(now), now.responses, pick(before), before.responses),
    );
  const ofMentions = (facts: readonly AnswerFact[], pick: (fact: AnswerFact) => number) =>
    facts.filter(({ position }) => position > 0).map(pick);
  const average = (sum: (tally: AnswerTally) => number, pick: (fact: AnswerFact) => number) =>
    delta(
      mean(sum(now), now.mentions),
      mean(sum(before), before.mentions),
      named,
      meansDiffer(ofMentions(current, pick), ofMentions(previous, pick)),
    );
  const [voice, voiceBefore] = [voices(now), voices(before)];
  return {
    visibility: rate((tally) => tally.mentions),
    shareOfVoice: delta(
      percent(now.mentions, voice),
      percent(before.mentions, voiceBefore),
      voiceBefore > 0,
      differs(now.mentions, voice, before.mentions, voiceBefore),
    ),
    avgPosition: average(
      (tally) => tally.positions,
      (fact) => fact.position,
    ),
    avgSentiment: average(
      (tally) => tally.sentiment,
      (fact) => fact.sentiment,
    ),
    citationRate: rate((tally) => tally.citing),
  };
}

function segment(scene: Scene, belongs: (prompt: ReportPrompt) => boolean) {
  const ids = new Set(scene.prompts.filter(belongs).map(({ id }) => id));
  const facts = scene.current.filter(({ promptId }) => ids.has(promptId));
  const mentions = facts.filter(({ position }) => position > 0).length;
  return { prompts: ids.size, responses: facts.length, mentions, visibility: rateOf(mentions, facts.length) };
}

/** Statistics of the window, with the same formulas as the statistics endpoint. */
export function reportStats(scene: Scene): ReportV3["stats"] {
  const { tally, current } = scene;
  const mentioning = current.filter(({ position }) => position > 0);
  const tone = (is: (sentiment: number) => boolean) => mentioning.filter(({ sentiment }) => is(sentiment)).length;
  return {
    prompts: scene.prompts.length,
    promptsRun: scene.byPrompt.size,
    responses: tally.responses,
    errors: scene.errors.reduce((sum, { runs }) => sum + runs, 0),
    mentions: tally.mentions,
    visibility: rateOf(tally.mentions, tally.responses),
    shareOfVoice: percent(tally.mentions, voices(tally)),
    avgPosition: mean(tally.positions, tally.mentions),
    firstPositionRate: percent(tally.firsts, tally.mentions),
    avgSentiment: mean(tally.sentiment, tally.mentions),
    sentiment: {
      positive: tone((value) => value >= TONE),
      neutral: tone((value) => Math.abs(value) < TONE),
      negative: tone((value) => value <= -TONE),
    },
    citationRate: rateOf(tally.citing, tally.responses),
    totalCitations: tally.ownCitations,
    ghostCitations: ghostsOf(current).length,
    confidence: confidenceOf(tally.responses),
    byIntent: {
      info: segment(scene, ({ intent }) => intent === "info"),
      trans: segment(scene, ({ intent }) => intent === "trans"),
      comm: segment(scene, ({ intent }) => intent === "comm"),
    },
    branded: segment(scene, ({ branded }) => branded),
    unbranded: segment(scene, ({ branded }) => !branded),
    change: change(scene),
  };
}

/** Answers that cite your own domain without naming the brand. */
export function ghostsOf(facts: readonly AnswerFact[]): AnswerFact[] {
  return facts.filter(({ position, ownUrls }) => position === 0 && ownUrls.length > 0);
}

/** One decimal for texts: 12.5 stays, 12.0 becomes 12. */
export const shown = (value: number): string => String(round1(value));
