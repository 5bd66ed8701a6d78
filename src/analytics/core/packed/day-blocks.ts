/**
 * The days of a block: one, or eight or 64 once all of them are over. They are `first` to `first + 2^shift - 1`, and
 * `first` is a multiple of their number.
 */
export interface DayBlock {
  first: number;
  shift: number;
}

/** By how much a day is shifted right to tell its block, the largest block first. */
const SHIFTS = [6, 3] as const;
/** A block is made when its last day has been over for so many days, because most visits that come late come soon. */
const LATE_DAYS = 2;

/** The block that a day belongs to, on the day `today`. */
export function blockOf(day: number, today: number): DayBlock {
  for (const shift of SHIFTS) {
    const first = (day >> shift) << shift;
    if (first + (1 << shift) - 1 + LATE_DAYS < today) return { first, shift };
  }
  return { first: day, shift: 0 };
}

/** Blocks are numbered, all of a size in a row. */
const SIZE_STEP = 1 << 17;
export const blockNumber = ({ first, shift }: DayBlock): number => shift * SIZE_STEP + (first >> shift);

export function numberedBlock(number: number): DayBlock {
  const shift = Math.floor(number / SIZE_STEP);
  return { first: (number % SIZE_STEP) << shift, shift };
}

export const lastDayOf = ({ first, shift }: DayBlock): number => first + (1 << shift) - 1;
