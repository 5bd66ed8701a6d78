export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Whether less than `ms` have passed since then (epoch ms). False also if the clock was set back to a time before it. */
export function isWithin(since: number, ms: number, now: number): boolean {
  return now >= since && now < since + ms;
}

/** The UTC calendar day of a timestamp (epoch ms), as `yyyy-mm-dd`. */
export function utcDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** The UTC day of a timestamp (epoch ms), in days since 1970. */
export function dayNumber(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS);
}

/** A day since 1970 as `yyyy-mm-dd`. */
export function dayText(day: number): string {
  return utcDay(day * DAY_MS);
}

/** Midnight UTC at the start of the timestamp's day, in epoch ms. */
export function startOfUtcDay(epochMs: number): number {
  return epochMs - (((epochMs % DAY_MS) + DAY_MS) % DAY_MS);
}

/** The start of the UTC calendar month that contains `epochMs`, in epoch ms. */
export function startOfUtcMonth(epochMs: number): number {
  const date = new Date(epochMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** The UTC calendar month of a timestamp, as `yyyy-mm`. */
export function utcMonth(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 7);
}

/** Midnight UTC of a `yyyy-mm-dd` date in epoch ms; null if the date does not exist. */
export function parseUtcDay(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const epochMs = Date.parse(`${text}T00:00:00Z`);
  // JavaScript rolls 2026-02-30 over into March, so only an exact round trip is a real date.
  return Number.isNaN(epochMs) || utcDay(epochMs) !== text ? null : epochMs;
}

/** The first of the `days` UTC days up to the day of `now`, as `yyyy-mm-dd`. */
export function firstUtcDay(now: number, days: number): string {
  return utcDay(now - (days - 1) * DAY_MS);
}

/** The `days` UTC days up to the day of `now`, oldest first. */
export function lastUtcDays(now: number, days: number): string[] {
  const today = startOfUtcDay(now);
  return Array.from({ length: days }, (_, index) => utcDay(today - (days - 1 - index) * DAY_MS));
}
