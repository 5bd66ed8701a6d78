import { round1, round2 } from "../../../../lib/numbers/round";
import type { AnswerFact } from "../../statistics/fact";
import { MAX_P, maxPOf, persistenceOf, testChange, type Sample } from "../../statistics/change-test";
import { confidenceOf, wilson } from "../../statistics/interval";
import { clusteredInterval, meanOverPrompts, promptRates } from "../../statistics/prompt-mean";
import { mean, meanTone, percent, tallyOf, voices, type AnswerTally } from "../../statistics/tally";
import type { Delta, Rate, ReportV3 } from "./schema";
import { namedIn, type ReportPrompt, type Scene } from "./scene";

/** Tone is positive from this value up, and negative from its negation down. */
const TONE = 0.2;

function rateOf(hits: number, n: number): Rate {
  return { value: percent(hits, n), n, hits, ...wilson(hits, n), tooThin: n < 10 };
}

/**
 * For each metric but visibility, which the headline reports: the five together give a false positive in at most 5%.
 */
const MAX_P_OTHERS = MAX_P / 4;

interface Compared {
  current: number;
  previous: number;
  /** Whether the previous week has a value. */
  known: boolean;
  /** The metric of one answer; null: the answer has none. */
  valueOf: (fact: AnswerFact) => number | null;
  /** The metric's unit in terms of that value. */
  unit?: number;
  maxP?: number;
}

function deltaOf(scene: Scene, compared: Compared): Delta {
  const { current, previous, known, valueOf, unit = 1, maxP = MAX_P_OTHERS } = compared;
  if (!known) return { current, previous: null, delta: null, significant: false, shift: null, p: 1, by: "none" };
  const samples = (facts: readonly AnswerFact[]): Sample[] =>
    facts.flatMap((fact) => {
      const value = valueOf(fact);
      return value === null ? [] : [{ promptId: fact.promptId, provider: fact.provider, day: fact.dateUtc, value }];
    });
  const persistence = persistenceOf(samples(scene.facts), scene.window.from);
  const { shift, p, by } = testChange(samples(scene.previous), samples(scene.current), persistence);
  const delta = round2(current - previous);
  // A difference that only comes from asking other prompts is not a change of the metric.
  const significant = shift !== null && p <= maxP && Math.sign(shift) === Math.sign(delta);
  return { current, previous, delta, significant, shift: shift === null ? null : round2(unit * shift), p, by };
}

/** The metrics of an answer that change is tested for. */
function change(scene: Scene): ReportV3["stats"]["change"] {
  const { tally: now, previousTally: before } = scene;
  const known = before.responses > 0;
  const named = before.mentions > 0;
  const [voice, voiceBefore] = [voices(now), voices(before)];
  const rate = (pick: (tally: AnswerTally) => number) => ({
    current: percent(pick(now), now.responses),
    previous: percent(pick(before), before.responses),
    known,
    unit: 100,
  });
  const average = (sum: (tally: AnswerTally) => number, pick: (fact: AnswerFact) => number) => ({
    current: mean(sum(now), now.mentions),
    previous: mean(sum(before), before.mentions),
    known: named,
    valueOf: (fact: AnswerFact) => (fact.position > 0 ? pick(fact) : null),
  });
  const shareOf = (fact: AnswerFact) => {
    const own = Number(fact.position > 0);
    const all = own + namedIn(scene, fact).length;
    return all === 0 ? null : own / all;
  };
  return {
    visibility: deltaOf(scene, {
      ...rate((tally) => tally.mentions),
      valueOf: ({ position }) => Number(position > 0),
      maxP: maxPOf(scene.byPrompt.size),
    }),
    shareOfVoice: deltaOf(scene, {
      current: percent(now.mentions, voice),
      previous: percent(before.mentions, voiceBefore),
      known: voiceBefore > 0,
      valueOf: shareOf,
      unit: 100,
    }),
    avgPosition: deltaOf(
      scene,
      average(
        (tally) => tally.positions,
        (fact) => fact.position,
      ),
    ),
    avgSentiment: deltaOf(
      scene,
      average(
        (tally) => tally.sentiment,
        (fact) => fact.sentiment,
      ),
    ),
    citationRate: deltaOf(scene, {
      ...rate((tally) => tally.citing),
      valueOf: ({ ownUrls }) => Number(ownUrls.length > 0),
    }),
  };
}

function visibilityByPrompt({ current, previous }: Scene) {
  const rates = promptRates(current);
  return {
    value: meanOverPrompts(rates),
    prompts: rates.length,
    previous: previous.length === 0 ? null : meanOverPrompts(promptRates(previous)),
    interval: clusteredInterval(rates),
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
  const before = tallyOf(scene.previous, scene.counts);
  return {
    prompts: scene.prompts.length,
    promptsRun: scene.byPrompt.size,
    responses: tally.responses,
    errors: scene.errors.reduce((sum, { runs }) => sum + runs, 0),
    mentions: tally.mentions,
    visibility: rateOf(tally.mentions, tally.responses),
    visibilityByPrompt: visibilityByPrompt(scene),
    shareOfVoice: percent(tally.mentions, voices(tally)),
    avgPosition: mean(tally.positions, tally.mentions),
    firstPositionRate: percent(tally.firsts, tally.mentions),
    avgSentiment: mean(tally.sentiment, tally.mentions),
    toned: tally.toned,
    avgTone: meanTone(tally),
    previousTone: { toned: before.toned, avgTone: meanTone(before) },
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
    surface: scene.surface,
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

/** A share of 0 to 100 as it stands in a sentence. */
export const asPercent = (value: number): string => (value > 0 && value < 1 ? "under 1%" : `${Math.round(value)}%`);

/** `1 answer`, `2 answers`. */
export const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
