/** How often something may fail, and how the wait grows from then on. */
export interface ThrottleRule {
  /** Failures without a wait. */
  free: number;
  /** The first wait; each further failure doubles it, up to `maxMs`. */
  baseMs: number;
  maxMs: number;
  /** One failure is forgotten per this time. */
  forgetMs: number;
}

/** What is remembered of the failures that one rule counts. */
export interface Failures {
  /** Failures not yet forgotten at `countedAt`; forgetting is continuous, so this is no whole number. */
  count: number;
  countedAt: number;
  blockedUntil: number;
}

export interface AttemptVerdict {
  /** How long to wait before the next attempt is looked at; 0: this one is. */
  waitMs: number;
}

function countAt(state: Failures | null, rule: ThrottleRule, now: number): number {
  if (!state) return 0;
  return Math.max(0, state.count - Math.max(0, now - state.countedAt) / rule.forgetMs);
}

/** Failures at which the wait is longest; counting further would only make it last. */
function mostCounted(rule: ThrottleRule): number {
  return rule.free + 1 + Math.ceil(Math.log2(rule.maxMs / rule.baseMs));
}

/**
 * Takes an attempt as if it failed: whoever succeeds gives it back. Attempts at once gain nothing that way. A refused attempt
 * changes nothing, so nobody prolongs a wait.
 */
export function takeAttempt(
  state: Failures | null,
  rule: ThrottleRule,
  now: number,
): { state: Failures; verdict: AttemptVerdict } {
  if (state && now < state.blockedUntil) return { state, verdict: { waitMs: state.blockedUntil - now } };
  const count = Math.min(mostCounted(rule), countAt(state, rule, now) + 1);
  const over = Math.ceil(count) - rule.free;
  const waitMs = over > 0 ? Math.min(rule.maxMs, rule.baseMs * 2 ** (over - 1)) : 0;
  return { state: { count, countedAt: now, blockedUntil: now + waitMs }, verdict: { waitMs: 0 } };
}

/** Takes an attempt back that did not fail. */
export function giveBackAttempt(state: Failures, rule: ThrottleRule, now: number): Failures {
  return { ...state, count: Math.max(0, countAt(state, rule, now) - 1), countedAt: now };
}

/** When nothing is left to remember, epoch ms. */
export function forgottenAt(state: Failures, rule: ThrottleRule): number {
  return Math.max(state.blockedUntil, Math.ceil(state.countedAt + state.count * rule.forgetMs));
}
