import type { Spread } from "./spread.ts";

/** A number with about three digits. */
export function shown(value: number): string {
  if (value === 0 || Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return Number(value.toFixed(Math.min(digits, 6))).toString();
}

/** `5.9 (5.6 to 6.1)`, or only the median if there was one round. */
export function shownSpread({ median, least, most }: Spread): string {
  return least === most ? shown(median) : `${shown(median)} (${shown(least)} to ${shown(most)})`;
}
