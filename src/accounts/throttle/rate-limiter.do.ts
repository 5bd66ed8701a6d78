import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../env";
import {
  forgottenAt,
  giveBackAttempt,
  takeAttempt,
  type AttemptVerdict,
  type Failures,
  type ThrottleRule,
} from "../core/attempt-throttle";
import { MINUTE_MS } from "../../lib/time/time";
import { takeFrom, windowEnd, type RateVerdict, type RateWindow } from "../core/rate-window";

/** What an object that counts failures stores. */
interface Attempts {
  failures: Failures | null;
  rule: ThrottleRule;
  /** Until when an earlier success makes this caller trusted; 0 if not trusted. */
  trustedUntil: number;
}

/**
 * Counts one caller's requests in the current window, or one caller's failures. Each name has its own object, so the
 * count is exact (docs/decisions/0005). The state is stored because an idle object may be evicted after ten seconds;
 * requests do not wait for the write.
 */
export class RateLimiter extends DurableObject<Bindings> {
  private window: RateWindow | null;
  private attempts: Attempts | null;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.window = ctx.storage.kv.get<RateWindow>("window") ?? null;
    this.attempts = ctx.storage.kv.get<Attempts>("attempts") ?? null;
  }

  /** Counts a request of a window, which lasts a minute by default. */
  take(limit: number, lengthMs?: number): RateVerdict {
    const { window, verdict } = takeFrom(this.window, limit, Date.now(), lengthMs);
    if (window.startedAt !== this.window?.startedAt) void this.ctx.storage.setAlarm(windowEnd(window));
    if (verdict.allowed) this.keep(window);
    return verdict;
  }

  /** Counts an attempt as a failure until it is given back or succeeds. */
  attempt(rule: ThrottleRule): AttemptVerdict & { trusted: boolean } {
    const now = Date.now();
    const trustedUntil = this.attempts?.trustedUntil ?? 0;
    const { state, verdict } = takeAttempt(this.attempts?.failures ?? null, rule, now);
    if (verdict.waitMs === 0) this.remember({ failures: state, rule, trustedUntil });
    return { ...verdict, trusted: now < trustedUntil };
  }

  /** Gives back one attempt that did not fail; other failures stay. */
  giveBackAttempt(): void {
    if (!this.attempts?.failures) return;
    const { failures, rule } = this.attempts;
    this.remember({ ...this.attempts, failures: giveBackAttempt(failures, rule, Date.now()) });
  }

  /** Clears all failures and trusts this caller until `trustedUntil`. */
  succeed(rule: ThrottleRule, trustedUntil: number): void {
    this.remember({ failures: null, rule, trustedUntil: Math.max(trustedUntil, this.attempts?.trustedUntil ?? 0) });
  }

  private keep(window: RateWindow): void {
    this.window = window;
    void this.ctx.storage.put("window", window, { allowUnconfirmed: true });
  }

  private remember(attempts: Attempts): void {
    this.attempts = attempts;
    void this.ctx.storage.put("attempts", attempts, { allowUnconfirmed: true });
    // Not immediately: the same request often starts the next attempt.
    void this.ctx.storage.setAlarm(Math.max(this.endsAt(), Date.now() + MINUTE_MS));
  }

  private endsAt(): number {
    const { failures, rule, trustedUntil } = this.attempts ?? { failures: null, rule: null, trustedUntil: 0 };
    const ends = [this.window ? windowEnd(this.window) : 0, trustedUntil];
    return Math.max(...ends, failures && rule ? forgottenAt(failures, rule) : 0);
  }

  /** Deletes expired state. */
  override async alarm(): Promise<void> {
    const endsAt = this.endsAt();
    if (Date.now() < endsAt) return this.ctx.storage.setAlarm(endsAt);
    this.window = null;
    this.attempts = null;
    await this.ctx.storage.deleteAll();
  }
}
