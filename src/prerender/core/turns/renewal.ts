import { HOUR_MS, MINUTE_MS } from "../../../lib/time/time";
import { isRefreshDue } from "../snapshot";
import { judgePrewarming, type PrewarmWindow } from "./prewarm-window";

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

/** What a domain's index stores of its renewals: the hour's allowance, and which snapshots were taken when, epoch ms. */
export interface Renewals {
  window: PrewarmWindow | null;
  taken: Array<[key: string, at: number]>;
}

/** The snapshots that were taken less than a pause ago; a tick that comes late also counts those of later ones. */
export function recentlyTaken({ taken }: Renewals, now: number): Renewals["taken"] {
  return taken.filter(([, at]) => at > now - RENEWAL_PAUSE_MS);
}

/** Takes as many of the due snapshots as the hour's allowance has left. */
export function takeDue(stored: Renewals, due: readonly string[], now: number): { keys: string[]; renewals: Renewals } {
  const { allowed, window } = judgePrewarming(stored.window, due.length, now, RENEWED_PER_HOUR);
  const keys = due.slice(0, allowed);
  return {
    keys,
    renewals: { window, taken: [...recentlyTaken(stored, now), ...keys.map((key) => [key, now] as [string, number])] },
  };
}

/** Stale snapshots whose refresh was requested. Kept in memory, in the order of the requests. */
export class AskedRefreshes {
  private readonly asked = new Map<string, number>();

  /** Whether to request one. True: it counts as requested. `isRendered`: whether a render began meanwhile. */
  ask(key: string, now: number, isRendered: () => boolean): boolean {
    if (!isRefreshDue(this.asked.get(key) ?? 0, now) || isRendered()) return false;
    this.asked.delete(key);
    for (const [oldest, at] of this.asked) {
      if (!isRefreshDue(at, now) && this.asked.size < MAX_COUNTED) break;
      this.asked.delete(oldest);
    }
    this.asked.set(key, now);
    return true;
  }
}

/** When a snapshot goes stale, epoch ms. */
export function staleAt(createdAt: number, ttlHours: number): number {
  return createdAt + ttlHours * HOUR_MS;
}

/** Requests of crawlers for a snapshot, and the TTL of its page at that time. */
export interface Demand {
  snap: string;
  hits: number;
  ttlHours: number;
}

/** Snapshots that are counted at the same time. Requests for further ones are not counted. */
const MAX_COUNTED = 5_000;

/**
 * Requests for snapshots that storage does not count yet. A snapshot's count is written when it has doubled, so a
 * thousand requests cost ten writes; the rest is added before pages are chosen by it. What memory loses until then is
 * less than what storage has.
 */
export class DemandCounts {
  private counts = new Map<string, Demand>();

  /** Counts a request. True: write the count now. `stored`: what storage counts for this snapshot. */
  add(key: string, { snap, ttlHours, stored }: { snap: string; ttlHours: number; stored: number }): boolean {
    const last = this.counts.get(key);
    if (!last && this.counts.size >= MAX_COUNTED) return false;
    const hits = (last?.snap === snap ? last.hits : 0) + 1;
    this.counts.set(key, { snap, hits, ttlHours });
    return hits === Math.max(1, stored);
  }

  /** Takes the counts of one snapshot; of all for null. */
  take(key: string | null): Map<string, Demand> {
    const taken = this.counts;
    if (key === null) {
      this.counts = new Map();
      return taken;
    }
    const one = taken.get(key);
    taken.delete(key);
    return new Map(one ? [[key, one]] : []);
  }
}
