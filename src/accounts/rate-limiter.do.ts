import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../env";
import { takeFrom, windowEnd, type RateVerdict, type RateWindow } from "./core/rate-window";

/**
 * Counts one caller's requests of the current minute: one object for each key, session or token, so the count is exact
 * (docs/decisions/0005). It is stored because an object may leave memory after ten idle seconds; nobody waits for the write.
 */
export class RateLimiter extends DurableObject<Bindings> {
  private window: RateWindow | null;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.window = ctx.storage.kv.get<RateWindow>("window") ?? null;
  }

  take(limit: number): RateVerdict {
    const { window, verdict } = takeFrom(this.window, limit, Date.now());
    if (window.startedAt !== this.window?.startedAt) void this.ctx.storage.setAlarm(windowEnd(window));
    if (verdict.allowed) this.keep(window);
    return verdict;
  }

  /** Gives one back, e.g. for a sign-in that succeeded. */
  giveBack(): void {
    if (this.window && this.window.taken > 0) this.keep({ ...this.window, taken: this.window.taken - 1 });
  }

  private keep(window: RateWindow): void {
    this.window = window;
    void this.ctx.storage.put("window", window, { allowUnconfirmed: true });
  }

  /** A minute that is over leaves nothing behind. */
  override async alarm(): Promise<void> {
    if (this.window && Date.now() < windowEnd(this.window)) return this.ctx.storage.setAlarm(windowEnd(this.window));
    this.window = null;
    await this.ctx.storage.deleteAll();
  }
}
