import { round1 } from "../../../lib/numbers/round";

/** z value of a 95 % interval. */
const Z = 1.959964;

export interface Interval {
  low: number;
  high: number;
}

/** How reliable a rate is, given its number of answers. */
export type Confidence = "too_thin" | "early" | "ok";

export function confidenceOf(n: number): Confidence {
  return n < 10 ? "too_thin" : n <= 32 ? "early" : "ok";
}

/**
 * Wilson's 95 % score interval of `hits` in `n`, in percent with one decimal: 3 of 4 gives 30.1 to 95.4. No answers: 0
 * to 100.
 */
export function wilson(hits: number, n: number): Interval {
  if (n === 0) return { low: 0, high: 100 };
  const p = hits / n;
  const scale = 1 + Z ** 2 / n;
  const centre = p + Z ** 2 / (2 * n);
  const margin = Z * Math.sqrt((p * (1 - p)) / n + Z ** 2 / (4 * n ** 2));
  const percent = (value: number) => round1(100 * Math.min(1, Math.max(0, value)));
  return { low: percent((centre - margin) / scale), high: percent((centre + margin) / scale) };
}
