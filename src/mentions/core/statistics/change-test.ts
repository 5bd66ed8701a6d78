/** One answer's value of a metric, e.g. 1 if the answer names the brand. */
export interface Sample {
  promptId: string;
  provider: string;
  /** `yyyy-mm-dd`. */
  day: string;
  value: number;
}

export interface Change {
  /**
   * Mean over prompts of how far each provider's mean moved; null if no prompt and provider answered in both periods.
   */
  shift: number | null;
  /** Probability of a shift at least this large if nothing changed. 1 if the data cannot show a change. */
  p: number;
  /** What the test shuffles: the days of both periods. `none`: too few answers to test. */
  by: "days" | "none";
}

/** Minimum number of answers in each period. */
const MIN_ANSWERS = 10;
const SHUFFLES = 999;
/** With more days of prompts and providers than this, fewer shuffles keep the work bounded. */
const MANY_DAYS = 40_000;
const FEWER_SHUFFLES = 399;

/** The answers of one prompt and provider: sum and number per day. */
interface Cell {
  prompt: number;
  days: Array<{ day: number; sum: number; n: number }>;
}

/** Pseudorandom numbers that are the same for the same data (mulberry32). */
function randomNumbers(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function cellsOf(samples: readonly Sample[], dayAt: ReadonlyMap<string, number>): Cell[] {
  const prompts = new Map<string, number>();
  const cells = new Map<string, Cell>();
  for (const { promptId, provider, day, value } of samples) {
    if (!prompts.has(promptId)) prompts.set(promptId, prompts.size);
    const key = `${provider} ${promptId}`;
    const cell = cells.get(key) ?? { prompt: prompts.get(promptId)!, days: [] };
    cells.set(key, cell);
    const index = dayAt.get(day)!;
    const newest = cell.days.at(-1);
    const on = newest?.day === index ? newest : cell.days.find((each) => each.day === index);
    if (on) {
      on.sum += value;
      on.n++;
    } else cell.days.push({ day: index, sum: value, n: 1 });
  }
  return [...cells.values()];
}

/** The days of a cell, as columns: a test shuffles their labels a thousand times. */
interface Columns {
  day: Uint32Array;
  sum: Float64Array;
  n: Float64Array;
}

const columnsOf = ({ days }: Cell): Columns => ({
  day: Uint32Array.from(days, ({ day }) => day),
  sum: Float64Array.from(days, ({ sum }) => sum),
  n: Float64Array.from(days, ({ n }) => n),
});

/** How far a cell's mean moved, if `isNow` says which days count as now, as 1; null if it has no answer on one side. */
function moved({ day, sum, n }: Columns, isNow: Uint8Array): number | null {
  let [now, nowN, before, beforeN] = [0, 0, 0, 0];
  for (let i = 0; i < day.length; i++) {
    // Shuffled labels are not predictable, so multiplying takes less time than deciding.
    const label = isNow[day[i]!]!;
    now += label * sum[i]!;
    nowN += label * n[i]!;
    before += (1 - label) * sum[i]!;
    beforeN += (1 - label) * n[i]!;
  }
  return nowN === 0 || beforeN === 0 ? null : now / nowN - before / beforeN;
}

/** Neighbouring days of some series: the sums from which their likeness follows. */
interface Likeness {
  products: number;
  squares: number;
  days: number;
  series: number;
}

function likenessOf(all: ReadonlyArray<readonly number[]>): Likeness {
  const found: Likeness = { products: 0, squares: 0, days: 0, series: 0 };
  for (const values of all) {
    const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
    const own = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
    if (own === 0) continue;
    found.squares += own;
    // Removing the mean makes neighbours seem opposed, by own / n.
    found.products += own / values.length;
    for (let i = 1; i < values.length; i++) found.products += (values[i]! - middle) * (values[i - 1]! - middle);
    found.days += values.length;
    found.series++;
  }
  return found;
}

/** The lag-1 autocorrelation. Short series understate it. */
function correlationOf({ products, squares, days, series }: Likeness): number {
  if (squares === 0) return 0;
  return products / squares / Math.max(0.5, 1 - (3 * series) / days);
}

/** What a day is better or worse than usual, over all prompts and providers, in order; before `from` and since then. */
function dailyLuck(cells: Iterable<readonly Sample[]>, from: string): number[][] {
  const luck = new Map<string, { sum: number; n: number }>();
  for (const cell of cells) {
    const middle = meanOf(cell);
    for (const { day, value } of cell) {
      const on = luck.get(day) ?? { sum: 0, n: 0 };
      on.sum += value - middle;
      on.n++;
      luck.set(day, on);
    }
  }
  const days = [...luck].sort(([a], [b]) => (a < b ? -1 : 1));
  const part = (isNow: boolean) => days.flatMap(([day, { sum, n }]) => (day >= from === isNow ? [sum / n] : []));
  return [part(false), part(true)].filter((values) => values.length > 1);
}

/** How much of a likeness of all prompts' days may be chance: so many standard errors of it. */
const DOUBT = 1;

/**
 * How much the variance of a mean grows because a day's answers resemble those of the day before: from the lag-1
 * autocorrelation of each prompt and provider, or of all together where they share good and bad spells, before `from` and
 * since then. 1: not at all.
 */
export function persistenceOf(samples: readonly Sample[], from: string): number {
  const cells = Map.groupBy(samples, ({ promptId, provider, day }) => `${provider} ${day < from} ${promptId}`);
  const each = likenessOf(
    Array.from(cells.values(), (one) => Array.from(Map.groupBy(one, ({ day }) => day).values(), meanOf)),
  );
  const prompts = new Set(samples.map(({ promptId }) => promptId)).size;
  const together = likenessOf(dailyLuck(cells.values(), from));
  const shared = correlationOf(together) - DOUBT / Math.sqrt(Math.max(1, together.days));
  const r = Math.min(0.8, Math.max(0, correlationOf(each), prompts > 1 ? shared : 0));
  return (1 + r) / (1 - r);
}

const meanOf = (samples: readonly Sample[]) => samples.reduce((sum, { value }) => sum + value, 0) / samples.length;

/** The share of shuffled shifts that are at least as large as the observed one. */
function pValue(observed: number, times: number, shuffled: () => number): number {
  let as = 1;
  for (let i = 0; i < times; i++) if (Math.abs(shuffled()) >= Math.abs(observed) - 1e-9) as++;
  return as / (times + 1);
}

/** Shuffles which days count as now, for all prompts together, so that what a day's answers share counts once. */
function byDays(cells: readonly Cell[], weights: readonly number[], isNow: Uint8Array, persistence: number): number {
  const random = randomNumbers();
  const varying = cells.flatMap((cell, i) => (varies(cell) ? [{ columns: columnsOf(cell), weight: weights[i]! }] : []));
  const shift = (labels: Uint8Array) =>
    varying.reduce((sum, { columns, weight }) => sum + weight * (moved(columns, labels) ?? 0), 0);
  const observed = shift(isNow) / Math.sqrt(persistence);
  const labels = Uint8Array.from(isNow);
  const days = varying.reduce((sum, { columns }) => sum + columns.day.length, 0);
  return pValue(observed, days > MANY_DAYS ? FEWER_SHUFFLES : SHUFFLES, () => {
    for (let i = labels.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [labels[i], labels[j]] = [labels[j]!, labels[i]!];
    }
    return shift(labels);
  });
}

function varies({ days }: Cell): boolean {
  const [first] = days;
  return days.some(({ sum, n }) => sum * first!.n !== first!.sum * n);
}

/**
 * Tests whether a metric changed between two periods. Answers to one prompt resemble each other, so each prompt counts
 * once, compared provider by provider with itself: prompts that are asked more often or added later change nothing.
 * A permutation test over days, because all answers of a day share its good or bad luck, tempered by `persistence`
 * (persistenceOf). Deterministic for the same samples in the same order.
 */
export function testChange(before: readonly Sample[], now: readonly Sample[], persistence: number): Change {
  const days = [...new Set([...before, ...now].map(({ day }) => day))].sort();
  const dayAt = new Map(days.map((day, i) => [day, i]));
  const isNow = new Uint8Array(days.length);
  for (const { day } of now) isNow[dayAt.get(day)!] = 1;
  const paired = cellsOf([...before, ...now], dayAt).flatMap((cell) => {
    const shift = moved(columnsOf(cell), isNow);
    return shift === null ? [] : [{ cell, shift }];
  });
  if (paired.length === 0) return { shift: null, p: 1, by: "none" };
  const byPrompt = Map.groupBy(paired, ({ cell }) => cell.prompt);
  const shifts = Array.from(byPrompt.values(), (of) => of.reduce((sum, { shift }) => sum + shift, 0) / of.length);
  const shift = shifts.reduce((sum, each) => sum + each, 0) / shifts.length;
  if (before.length < MIN_ANSWERS || now.length < MIN_ANSWERS) return { shift, p: 1, by: "none" };
  const weights = paired.map(({ cell }) => 1 / byPrompt.get(cell.prompt)!.length / byPrompt.size);
  const cells = paired.map(({ cell }) => cell);
  return { shift, p: byDays(cells, weights, isNow, persistence), by: "days" };
}

/** A test shows a change if `p` is at most this. */
export const MAX_P = 0.015;
/**
 * The same for a single prompt. Its few answers take few values, and likeness from day to day counts against it, so that
 * `p` is larger than chance alone would make it (docs/visibility-report.md).
 */
const MAX_P_ALONE = 0.03;

/** The largest `p` that shows a change of so many prompts' visibility. */
export const maxPOf = (prompts: number): number => (prompts === 1 ? MAX_P_ALONE : MAX_P);

/** Which of several tests show a change, allowing for their number (Benjamini and Hochberg). */
export function clearAmong(pValues: readonly number[]): boolean[] {
  const sorted = pValues.toSorted((a, b) => a - b);
  const last = sorted.findLastIndex((p, i) => p <= (maxPOf(sorted.length) * (i + 1)) / sorted.length);
  return pValues.map((p) => last >= 0 && p <= sorted[last]!);
}
