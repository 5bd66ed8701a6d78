/** A range of numbers, both inclusive. */
export type Span = readonly [first: number, last: number];

/**
 * `visit_daily` numbers days since 1970 with 15 bits: from 1992 (2^13) to 2059. The numbers below 2^13 are free, so the
 * same key also holds blocks of 8 and of 64 days, under `day >> 3` and `day >> 6`. The three never overlap.
 */
export const FIRST_DAY = 1 << 13;
export const LAST_DAY = (1 << 15) - 1;
/** By how much a day is shifted right for each of the sums that it belongs to. */
export const LEVELS = [0, 3, 6] as const;
const STEP = 3;

/** The rows that add up to the days from `first` to `last`: as many whole blocks as fit, and the days at their edges. */
export function daySpans(first: number, last: number): Span[] {
  return blockSpans(Math.max(first, FIRST_DAY), Math.min(last, LAST_DAY), LEVELS.length - 1);
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
