import { DAY_MS, dayNumber, startOfUtcDay } from "../../lib/time/time";

/** Days that visits are kept, which is also the longest report window (docs/visits.md). */
export const RETENTION_DAYS = 180;
export const DEFAULT_DAYS = 30;

/** A range of whole UTC days. All reports take their bounds from here, so their sums agree. */
export interface Window {
  days: number;
  /** Epoch ms. `to` is exclusive: midnight after the last day. */
  from: number;
  to: number;
  /** Days since 1970, both inclusive. */
  firstDay: number;
  lastDay: number;
}

/** From midnight at the start of the first day to midnight after the last day. */
export function windowBetween(first: number, last: number): Window {
  const from = startOfUtcDay(first);
  const to = startOfUtcDay(last) + DAY_MS;
  return { days: (to - from) / DAY_MS, from, to, firstDay: dayNumber(from), lastDay: dayNumber(to) - 1 };
}

/** The `days` UTC days that end today (docs/decisions/0006). */
export function windowOfDays(now: number, days: number): Window {
  return windowBetween(now - (days - 1) * DAY_MS, now);
}
