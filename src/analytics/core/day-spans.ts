/** A range of numbers, both inclusive. */
export type Span = readonly [first: number, last: number];

/** Rows to add up, and rows to subtract from them. */
export interface DayRows {
  plus: readonly Span[];
  minus: readonly Span[];
}

/**
 * `visit_daily` numbers days since 1970 with 15 bits: from 1992 (2^13) to 2059. The numbers below 2^13 are free, so the
 * same keys are also used for blocks of 8 and of 64 days, under `day >> 3` and `day >> 6`. The three never overlap.
 */
export const FIRST_DAY = 1 << 13;
export const LAST_DAY = (1 << 15) - 1;
/** By how much a day is shifted right for each of the sums that it belongs to. */
export const LEVELS = [0, 3, 6] as const;
/** The same in `visit_sum`. A path has one row per day there, so blocks would cost more writes than they save reads. */
export const SUM_LEVELS = [0] as const;
const STEP = 3;
/** The number of the sum of all days. No block has it. */
export const ALL_DAYS: Span = [0, 0];

/**
 * The rows that add up to the days from `first` to `last`: as many whole blocks as fit, and the days at their edges.
 */
export function daySpans(first: number, last: number, levels: readonly number[] = LEVELS): Span[] {
  return blockSpans(Math.max(first, FIRST_DAY), Math.min(last, LAST_DAY), levels.length - 1);
}

function blockSpans(first: number, last: number, larger: number): Span[] {
  if (first > last) return [];
  const [from, to] = [(first + 7) >> STEP, (last + 1) >> STEP];
  if (larger === 0 || from >= to) return [[first, last]];
  const edges: Span[] = [
    [first, (from << STEP) - 1],
    [to << STEP, last],
  ];
  return [...edges.filter(([a, b]) => a <= b), ...blockSpans(from, to - 1, larger - 1)];
}

/** The days for which the tables have rows. */
export interface KeptDays {
  /** Earlier days are being deleted: no report counts them, and blocks that contain them may be inconsistent. */
  since: number;
  /** The first and the last day that may have rows. */
  oldest: number;
  newest: number;
}

/**
 * Like `daySpans`, but a long window is the sum of all days without the days that it leaves out, if that reads fewer
 * rows.
 */
export function windowRows(first: number, last: number, kept: KeptDays, levels: readonly number[]): DayRows {
  const from = Math.max(first, kept.since);
  const plus = daySpans(from, last, levels);
  if (plus.length === 0) return { plus, minus: [] };
  const minus = joined([
    ...daySpans(kept.oldest, kept.since - 1, [0]),
    ...daySpans(Math.max(kept.oldest, kept.since), from - 1, levels),
    ...daySpans(last + 1, kept.newest, levels),
  ]);
  return readCost([ALL_DAYS, ...minus]) < readCost(plus) ? { plus: [ALL_DAYS], minus } : { plus, minus: [] };
}

/** Consecutive days form one range. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const [first, last] of spans) {
    const before = found.at(-1);
    if (before && before[1] === first - 1) found[found.length - 1] = [before[0], last];
    else found.push([first, last]);
  }
  return found;
}

/**
 * Estimates how many rows these ranges have. A block has one for each crawler that came on any of its days: measured
 * with 10 million visits of 13 crawlers, 4 times as many as a day for 8 days, 12 times for 64 and 16 times for all.
 */
export function readCost(spans: readonly Span[]): number {
  const rowsOf = (number: number) => (number >= FIRST_DAY ? 1 : number >= FIRST_DAY >> 3 ? 4 : number > 0 ? 12 : 16);
  return spans.reduce((sum, [first, last]) => sum + (last - first + 1) * rowsOf(first), 0);
}

/** Whether the rows are those of one day, or of one block. */
export function isOneNumber({ plus: [only, ...others], minus }: DayRows): boolean {
  return only !== undefined && others.length + minus.length === 0 && only[0] === only[1];
}
