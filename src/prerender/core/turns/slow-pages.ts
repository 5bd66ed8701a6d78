import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../lib/time/time";
import { RENDER_DEADLINE_MS } from "./render-times";

/** A snapshot whose renders used up their time without a result, by its cache key. Times are epoch ms. */
export interface SlowPage {
  key: string;
  /** Such renders in a row. */
  tries: number;
  /** When the first of them ended. */
  since: number;
  /** Not rendered before then. */
  retryAt: number;
  /** Why the last one yielded nothing. */
  reason: string;
}

/** Pauses after the first such render, the second and so on. The last one repeats. */
const PAUSES_MS = [2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS];
/** A page that nobody asked for again is forgotten so long after its pause. */
export const SLOW_FOR_MS = 7 * DAY_MS;
/** A render that yields nothing after this share of its time counts as slow. */
const MOST_OF_TIME = 0.9;

/** When to render the page again after one more slow render. `tries`: how many there were in a row, with this one. */
export function retrySlowAt(tries: number, now: number): number {
  return now + PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]!;
}

/** Whether a render that was not stored used up its time. `ready`: null if the browser returned no page. */
export function isSlowRender(ready: string | null, durationMs: number): boolean {
  return ready === null ? durationMs >= RENDER_DEADLINE_MS * MOST_OF_TIME : ready === "deadline";
}
