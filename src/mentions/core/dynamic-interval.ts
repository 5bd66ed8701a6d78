import { median } from "../../lib/numbers/median";
import { DAY_MS, HOUR_MS, startOfUtcDay } from "../../lib/time/time";

/** 0: every 6 h, 1: every 12 h, 2: daily (the initial level), 3: daily rotation, 4: deep rotation. */
export type Level = 0 | 1 | 2 | 3 | 4;

export const START_LEVEL: Level = 2;
const HOURS: Record<0 | 1 | 2, number> = { 0: 6, 1: 12, 2: 24 };
/** Changes below the first threshold are noise; from the second on they are major. */
const MINOR_FROM = 0.12;
const MAJOR_FROM = 0.4;
const LEARNING_RUNS = 3;
const BASELINE_RUNS = 5;

/** The result of an analysed run, for comparison with earlier runs. */
export interface AnswerOutcome {
  /** 0: not mentioned. */
  position: number;
  sentiment: number;
  ownCited: boolean;
  competitors: readonly string[];
  citedDomains: readonly string[];
  model: string | null;
}

export interface IntervalState {
  level: Level;
  /** Number of consecutive runs with the same result. */
  streak: number;
  /** Smoothed change, 0 to 1. */
  ewma: number;
}

/** How the providers of a prompt take turns. */
export interface Rotation {
  /** Any number that is constant per prompt. */
  seed: number;
  /** Position of the provider among the prompt's providers, and their number. */
  index: number;
  providers: number;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const most = (outcomes: readonly AnswerOutcome[], is: (outcome: AnswerOutcome) => boolean) =>
  outcomes.filter(is).length * 2 >= outcomes.length;

/** Share of distinct names that are missing from `others`, 0 to 1; 0 if there are no names. */
function missingShare(names: readonly string[], others: readonly string[]): number {
  const distinct = [...new Set(names)];
  return distinct.length === 0 ? 0 : distinct.filter((name) => !others.includes(name)).length / distinct.length;
}

/**
 * How much a run differs from the last ones, 0 to 1. `before` is newest first and not empty. Citations weigh little,
 * because two runs of one provider share few cited domains even when nothing changed.
 */
export function changeFrom(before: readonly AnswerOutcome[], run: AnswerOutcome): number {
  const baseline = before.slice(0, BASELINE_RUNS);
  const mentions = baseline.filter(({ position }) => position > 0);
  const mentionedBefore = most(baseline, ({ position }) => position > 0);
  const mentioned = run.position > 0;
  const positions = mentions.map(({ position }) => position);
  const moved = mentioned && mentionedBefore ? Math.abs(1 / run.position - 1 / median(positions)) : 0;
  const sentimentBefore = mentions.length > 0 ? mean(mentions.map(({ sentiment }) => sentiment)) : 0;
  const felt = mentioned && mentionedBefore ? Math.min(1, Math.abs(run.sentiment - sentimentBefore) / 2) : 0;
  const named = baseline.flatMap(({ competitors }) => competitors);
  const regular = named.filter((name) => most(baseline, ({ competitors }) => competitors.includes(name)));
  const citedBefore = baseline.flatMap(({ citedDomains }) => citedDomains);
  return (
    0.4 * Number(mentioned !== mentionedBefore) +
    0.15 * Number(run.ownCited !== most(baseline, ({ ownCited }) => ownCited)) +
    0.15 * moved +
    0.1 * felt +
    // Names that come and go are noise; only a missing regular name counts.
    0.15 * missingShare(regular, run.competitors) +
    0.05 * missingShare(run.citedDomains, citedBefore)
  );
}

/** Whether the brand's mentions flip often. A brand named only now and then does so without a real change. */
export function isNoisy(outcomes: readonly AnswerOutcome[]): boolean {
  if (outcomes.length < 10) return false;
  const rate = (list: readonly AnswerOutcome[]) => list.filter(({ position }) => position > 0).length / list.length;
  const half = outcomes.length >> 1;
  const all = rate(outcomes);
  return all > 0.15 && all < 0.85 && Math.abs(rate(outcomes.slice(0, half)) - rate(outcomes.slice(half))) < 0.5;
}

export interface Learnt {
  state: IntervalState;
  /** The answers changed so much that the prompt's other providers should run soon. */
  wakeSiblings: boolean;
}

/**
 * Updates the interval after a run. `before`: earlier analysed runs of the same prompt and provider, newest first, at
 * most 20. A different model's answers are not a baseline: a model change resets the state instead of counting as a
 * change.
 */
export function learn(state: IntervalState, before: readonly AnswerOutcome[], run: AnswerOutcome): Learnt {
  const comparable = before.filter(({ model }) => model === run.model);
  if (comparable.length + 1 <= LEARNING_RUNS) {
    const ewma = comparable.length === 0 ? 0 : 0.7 * state.ewma + 0.3 * changeFrom(comparable, run);
    return { state: { level: START_LEVEL, streak: 0, ewma }, wakeSiblings: false };
  }
  const change = changeFrom(comparable, run);
  const ewma = 0.7 * state.ewma + 0.3 * change;
  const noisy = isNoisy([run, ...comparable]);
  const { level } = state;
  const at = (value: number, streak = 0): IntervalState => ({ level: value as Level, streak, ewma });
  if (change >= MAJOR_FROM) {
    return { state: at(noisy ? START_LEVEL : Math.max(0, level - 2)), wakeSiblings: !noisy };
  }
  if (change >= MINOR_FROM) {
    if (level > START_LEVEL) return { state: at(level - 1), wakeSiblings: false };
    return { state: at(ewma >= 0.2 && !noisy ? Math.max(1, level - 1) : level), wakeSiblings: false };
  }
  const streak = state.streak + 1;
  const enough = streak >= (level < START_LEVEL ? 2 : 3);
  const held = noisy && level >= START_LEVEL;
  return { state: enough && !held ? at(Math.min(4, level + 1)) : at(level, streak), wakeSiblings: false };
}

/** Days between two runs of one provider at a rotation level. */
function periodDays(level: 3 | 4, providers: number): number {
  return level === 3 ? Math.max(2, providers) : Math.min(7, Math.max(3, 2 * providers));
}

/**
 * When the run after the one at `at` is due, epoch ms. In a rotation the providers take turns by day, so that every day
 * has an answer. The time of day stays the same.
 */
export function nextDynamicRun(level: Level, at: number, { seed, index, providers }: Rotation): number {
  if (level < 3) return at + HOURS[level as 0 | 1 | 2] * HOUR_MS;
  const period = periodDays(level as 3 | 4, providers);
  const own = Math.floor((index * period) / providers) % period;
  const today = startOfUtcDay(at) / DAY_MS;
  const inDays = (((own - today - seed - 1) % period) + period) % period;
  return at + (inDays + 1) * DAY_MS;
}
