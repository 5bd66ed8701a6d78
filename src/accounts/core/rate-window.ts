import { MINUTE_MS, SECOND_MS } from "../../lib/time/time";

/** A window that starts with its first request, and the requests counted in it. */
export interface RateWindow {
  startedAt: number;
  taken: number;
  /** A minute if absent. */
  lengthMs?: number;
}

/** When a window ends (epoch ms). */
export function windowEnd(window: RateWindow): number {
  return window.startedAt + (window.lengthMs ?? MINUTE_MS);
}

export interface RateVerdict {
  allowed: boolean;
  /** Seconds until the window ends; at least 1. */
  retryAfterSeconds: number;
}

/** Counts one request or rejects it: at most `limit` requests pass per window, even in parallel. */
export function takeFrom(
  window: RateWindow | null,
  limit: number,
  now: number,
  lengthMs = MINUTE_MS,
): { window: RateWindow; verdict: RateVerdict } {
  // A clock that was set back by more than a window must not prolong it.
  const isOpen = window !== null && now < windowEnd(window) && now >= window.startedAt - lengthMs;
  const current = isOpen ? window : { startedAt: now, taken: 0, lengthMs };
  const allowed = current.taken < limit;
  const endsInMs = windowEnd(current) - now;
  return {
    window: allowed ? { ...current, taken: current.taken + 1 } : current,
    verdict: { allowed, retryAfterSeconds: Math.max(1, Math.ceil(endsInMs / SECOND_MS)) },
  };
}
