import { HOUR_MS, MINUTE_MS } from "../../../lib/time/time";

/**
 * A page that crawlers request is renewed this long before it goes stale: one tick of the cron, and five minutes for
 * the queue and the render.
 */
export const RENEW_AHEAD_MS = 20 * MINUTE_MS;
/** Pause before a page whose renewal did not yield a snapshot is renewed again. Less than between two ticks. */
export const RENEWAL_PAUSE_MS = 10 * MINUTE_MS;
/** Pages that one tick renews per domain, and that a domain may renew per hour. */
export const RENEWED_PER_TICK = 100;
export const RENEWED_PER_HOUR = 300;

/** When a snapshot goes stale, epoch ms. */
export function staleAt(createdAt: number, ttlHours: number): number {
  return createdAt + ttlHours * HOUR_MS;
}

/** How often crawlers requested a snapshot, and the TTL of its page at that time. */
export interface Demand {
  hits: number;
  ttlHours: number;
}

/** Snapshots that are counted at the same time. Requests for further ones are not counted. */
const MAX_COUNTED = 5_000;

/** Requests for snapshots since the last write. */
export class DemandCounts {
  private counts = new Map<string, Demand>();

  /** True: these are the first requests since `take`. */
  add(key: string, ttlHours: number): boolean {
    const first = this.counts.size === 0;
    const hits = this.counts.get(key)?.hits ?? 0;
    if (hits > 0 || this.counts.size < MAX_COUNTED) this.counts.set(key, { hits: hits + 1, ttlHours });
    return first;
  }

  take(): Map<string, Demand> {
    const taken = this.counts;
    this.counts = new Map();
    return taken;
  }
}
