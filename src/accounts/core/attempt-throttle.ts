/** How many failures are free, and how the wait grows after that. */
export interface ThrottleRule {
  /** Failures allowed without a wait. */
  free: number;
  /** The first wait; each further failure doubles it, up to `maxMs`. */
  baseMs: number;
  maxMs: number;
  /** One failure is forgotten per this interval. */
  forgetMs: number;
}

/** The state of one rule's failure counter. */
export interface Failures {
  /** Failures not yet forgotten at `countedAt`. Forgetting is continuous, so this is not an integer. */
  count: number;
  countedAt: number;
  blockedUntil: number;
}

export interface AttemptVerdict {
  /** How long to wait until an attempt is accepted; 0 if this one is. */
  waitMs: number;
}

function countAt(state: Failures | null, rule: ThrottleRule, now: number): number {
  if (!state) return 0;
  return Math.max(0, state.count - Math.max(0, now - state.countedAt) / rule.forgetMs);
}

/** The count at which the wait is longest. Counting further would only delay forgetting. */
function mostCounted(rule: ThrottleRule): number {
  return rule.free + 1 + Math.ceil(Math.log2(rule.maxMs / rule.baseMs));
}

/**
 * Counts an attempt as a failure; a successful attempt is given back later. So parallel attempts gain nothing. A
 * rejected attempt changes nothing, so nobody can prolong a wait.
 */
export function takeAttempt(
  state: Failures | null,
  rule: ThrottleRule,
  now: number,
): { state: Failures; verdict: AttemptVerdict } {
  const waits = state ? state.blockedUntil - now : 0;
  // No wait is longer than the longest: then the clock was set back.
  if (state && waits > 0 && waits <= rule.maxMs) return { state, verdict: { waitMs: waits } };
  const count = Math.min(mostCounted(rule), countAt(state, rule, now) + 1);
  const over = Math.ceil(count) - rule.free;
  const waitMs = over > 0 ? Math.min(rule.maxMs, rule.baseMs * 2 ** (over - 1)) : 0;
  return { state: { count, countedAt: now, blockedUntil: now + waitMs }, verdict: { waitMs: 0 } };
}

/** Gives back an attempt that did not fail. */
export function giveBackAttempt(state: Failures, rule: ThrottleRule, now: number): Failures {
  return { ...state, count: Math.max(0, countAt(state, rule, now) - 1), countedAt: now };
}

/** When all failures are forgotten (epoch ms). */
export function forgottenAt(state: Failures, rule: ThrottleRule): number {
  return Math.max(state.blockedUntil, Math.ceil(state.countedAt + state.count * rule.forgetMs));
}
