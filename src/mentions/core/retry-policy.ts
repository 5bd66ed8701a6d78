import { backoffSeconds } from "../../lib/backoff";
import { HOUR_MS, MINUTE_MS } from "../../lib/time";
import { REACTIONS, type ProviderError } from "./provider-error";

/** A run without an answer by then ends as an error, even if it is still waiting. */
export const RUN_DEADLINE_MS = 6 * HOUR_MS;
/** Runs in a row that fail and so pause a provider, and for how long. */
export const BREAKER_FAILURES = 5;
export const BREAKER_PAUSE_MS = MINUTE_MS;
/** Longest pause that one `Retry-After` brings upon all of a provider's runs. */
const MAX_SHARED_WAIT_MS = MINUTE_MS;

export interface TriedRun {
  /** Tries so far, this one counted. */
  attempts: number;
  /** Epoch ms. */
  deadlineAt: number;
}

/**
 * When a failed run is tried again, epoch ms; null: it ends. `random` is in [0, 1).
 * A provider's own hint is obeyed; one that reaches past the run's deadline ends the run.
 */
export function retryAt(error: ProviderError, run: TriedRun, now: number, random: number): number | null {
  if (run.attempts >= REACTIONS[error.kind].attempts) return null;
  const retryAfterSeconds = error.retryAfterSeconds ?? 0;
  const at = now + backoffSeconds(run.attempts, random, { baseSeconds: 4, maxSeconds: 300, retryAfterSeconds }) * 1000;
  return at < run.deadlineAt ? at : null;
}

export interface Breaker {
  /** Runs that failed at their first try since the last success. */
  failures: number;
  /** Epoch ms until which no call is made. */
  openUntil: number;
}

/**
 * The provider's state after a failure; null: the failure says nothing about the provider. `attempts`: tries of the run so
 * far, this one counted. A run counts once: a question that a provider always fails at must not pause it for all others.
 */
export function breakerAfter(
  error: ProviderError,
  breaker: Breaker,
  { attempts, now }: { attempts: number; now: number },
): Breaker | null {
  if (error.kind === "rate_limited" && error.retryAfterSeconds) {
    const wait = Math.min(error.retryAfterSeconds * 1000, MAX_SHARED_WAIT_MS);
    return { failures: breaker.failures, openUntil: Math.max(breaker.openUntil, now + wait) };
  }
  if (!REACTIONS[error.kind].outage) return null;
  const failures = breaker.failures + (attempts === 1 ? 1 : 0);
  const openUntil = failures >= BREAKER_FAILURES ? now + BREAKER_PAUSE_MS : breaker.openUntil;
  return { failures, openUntil };
}
