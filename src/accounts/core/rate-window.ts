import { MINUTE_MS, SECOND_MS } from "../../lib/time";

/** A minute that began with its first request, and what was taken from it. */
export interface RateWindow {
  startedAt: number;
  taken: number;
}

/** When a window is over, epoch ms. */
export function windowEnd(window: RateWindow): number {
  return window.startedAt + MINUTE_MS;
}

export interface RateVerdict {
  allowed: boolean;
  /** Seconds until the window ends and takes again; at least 1. */
  retryAfterSeconds: number;
}

/** Counts one request or refuses it: at most `limit` pass per window, parallel ones included. */
export function takeFrom(
  window: RateWindow | null,
  limit: number,
  now: number,
): { window: RateWindow; verdict: RateVerdict } {
  const current = window && now < windowEnd(window) ? window : { startedAt: now, taken: 0 };
  const allowed = current.taken < limit;
  const endsInMs = windowEnd(current) - now;
  return {
    window: allowed ? { ...current, taken: current.taken + 1 } : current,
    verdict: { allowed, retryAfterSeconds: Math.max(1, Math.ceil(endsInMs / SECOND_MS)) },
  };
}
