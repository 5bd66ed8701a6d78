import { backoffSeconds } from "../../lib/time/backoff";
import { HOUR_MS, MINUTE_MS } from "../../lib/time/time";
import { REACTIONS, type ProviderError } from "./provider-error";

/** Deadline of a run. A run without an answer by then ends as an error, even if it is still waiting. */
export const RUN_DEADLINE_MS = 6 * HOUR_MS;
/** Consecutive failed runs that pause a provider, and the length of the pause. */
export const BREAKER_FAILURES = 5;
export const BREAKER_PAUSE_MS = MINUTE_MS;
/** Longest pause of all of a provider's runs that one `Retry-After` can cause. */
const MAX_SHARED_WAIT_MS = MINUTE_MS;

export interface TriedRun {
  /** Attempts so far, including this one. */
  attempts: number;
  /** Epoch ms. */
  deadlineAt: number;
}

/**
 * When to retry a failed run, epoch ms; null: the run ends. `random` is in [0, 1). A provider's own hint is honored; a
 * hint beyond the run's deadline ends the run.
 */
export function retryAt(error: ProviderError, run: TriedRun, now: number, random: number): number | null {
  if (run.attempts >= REACTIONS[error.kind].attempts) return null;
  const retryAfterSeconds = error.retryAfterSeconds ?? 0;
  const at = now + backoffSeconds(run.attempts, random, { baseSeconds: 4, maxSeconds: 300, retryAfterSeconds }) * 1000;
  return at < run.deadlineAt ? at : null;
}

export interface Breaker {
  /** Runs whose first attempt failed since the last success. */
  failures: number;
  /** No calls are made before this time, epoch ms. */
  openUntil: number;
}

/**
 * The breaker's state after a failure; null if the failure says nothing about the provider. `attempts`: attempts of the
 * run so far, including this one. Each run counts once: a question that always fails must not pause the provider for
 * everyone else.
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
