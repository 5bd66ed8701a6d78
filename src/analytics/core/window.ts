import { DAY_MS, startOfUtcDay, utcDay } from "../../lib/time";

/** Days that visits are kept for, and the longest window of the reports (service-api.md 8). */
export const RETENTION_DAYS = 180;
export const DEFAULT_DAYS = 30;

/** A span of whole UTC days. Every report takes its bounds from here, so that their sums agree. */
export interface Window {
  days: number;
  /** Epoch ms; `to` is exclusive: the midnight after the last day. */
  from: number;
  to: number;
  /** Days since 1970, both inclusive. */
  firstDay: number;
  lastDay: number;
}

/** The UTC day of an instant, in days since 1970. */
export function dayNumber(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS);
}

/** `yyyy-mm-dd` of a day since 1970. */
export function dayText(day: number): string {
  return utcDay(day * DAY_MS);
}

/** From the midnight of one instant's day to the midnight after another's. */
export function windowBetween(first: number, last: number): Window {
  const from = startOfUtcDay(first);
  const to = startOfUtcDay(last) + DAY_MS;
  return { days: (to - from) / DAY_MS, from, to, firstDay: dayNumber(from), lastDay: dayNumber(to) - 1 };
}

/** The `days` UTC days that end with today (docs/decisions/0006). */
export function windowOfDays(now: number, days: number): Window {
  return windowBetween(now - (days - 1) * DAY_MS, now);
}
