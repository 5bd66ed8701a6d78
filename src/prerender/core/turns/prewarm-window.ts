import { HOUR_MS } from "../../../lib/time/time";

/** Pages that a domain may queue for prewarming per hour: twice the largest sitemap. */
export const PREWARMED_PER_HOUR = 100_000;

/** The hour that began when a domain first queued pages, and the pages queued in it. */
export interface PrewarmWindow {
  beganAt: number;
  pages: number;
}

/** How many of `wanted` pages a domain may still queue of `perHour`, and the updated window. */
export function judgePrewarming(
  window: PrewarmWindow | null,
  wanted: number,
  now: number,
  perHour: number = PREWARMED_PER_HOUR,
): { allowed: number; window: PrewarmWindow } {
  const current = window && now < window.beganAt + HOUR_MS ? window : { beganAt: now, pages: 0 };
  const allowed = Math.max(0, Math.min(wanted, perHour - current.pages));
  return { allowed, window: { beganAt: current.beganAt, pages: current.pages + allowed } };
}
