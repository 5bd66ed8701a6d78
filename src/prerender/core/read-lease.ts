import { isWithin, SECOND_MS } from "../../lib/time/time";
import { freshnessOf, type SnapshotEntry } from "./snapshot";

/** How long an isolate may serve a page again without asking the index. Counted from before it asked. */
export const LEASE_MS = SECOND_MS;
/**
 * How much longer the index waits than a lease lasts. Covers clocks that run at slightly different speeds, and a clock
 * reading of the index that is older than the request.
 */
export const LEASE_MARGIN_MS = 150;
/** A page is hot if it is requested again within this time. */
const HOT_MS = 2 * LEASE_MS;

/** Pages with a lease at the same time, per domain. Further pages get none. */
const MAX_GRANTED = 5_000;
/** Pages that an isolate remembers. */
const MAX_HELD = 2_000;

/**
 * The read leases that a domain's index has granted. An invalidation first removes its entries, so that nobody gets a
 * new lease on them, and then waits until the last lease on its pages has ended.
 */
export class GrantedLeases {
  /** Path → when its last lease ends, in ascending order. */
  private readonly ends = new Map<string, number>();

  /** `lostUntil`: until then, leases that this object no longer remembers may be running. */
  constructor(private readonly lostUntil = 0) {}

  /** Grants a lease. Returns false if too many pages have one. */
  grant(path: string, now: number): boolean {
    this.ends.delete(path);
    for (const [ended, end] of this.ends) {
      if (end > now) break;
      this.ends.delete(ended);
    }
    if (this.ends.size >= MAX_GRANTED) return false;
    this.ends.set(path, endOfGrant(now));
    return true;
  }

  /** How long until every lease on these pages has ended; null: on all pages. */
  remainingMs(paths: readonly string[] | null, now: number): number {
    const ends = paths === null ? this.ends.values() : paths.map((path) => this.ends.get(path) ?? 0);
    let last = this.lostUntil;
    for (const end of ends) if (end > last) last = end;
    // All leases began before now, so this is also correct after the clock was set back.
    return Math.min(Math.max(0, last - now), LEASE_MS + LEASE_MARGIN_MS);
  }
}

/** When a lease granted at `now` has ended on every isolate's clock. */
export function endOfGrant(now: number): number {
  return now + LEASE_MS + LEASE_MARGIN_MS;
}

interface Held {
  askedAt: number;
  /** Null: the index was asked but granted no lease. */
  entry: SnapshotEntry | null;
}

/**
 * The leases that an isolate holds. Only its own clock counts: a lease starts before the isolate requested it, so it
 * ends earlier here than at the index, however long the response took.
 */
export class HeldLeases {
  private readonly pages = new Map<string, Held>();

  /** The leased snapshot of a page. Null: ask the index. `now` must be read after the request arrived. */
  entryOf(page: string, ttlHours: number, now: number): SnapshotEntry | null {
    const held = this.pages.get(page);
    if (!held?.entry || !isWithin(held.askedAt, LEASE_MS, now)) return null;
    return freshnessOf(held.entry, ttlHours, now) === "fresh" ? held.entry : null;
  }

  /** Records that the index is being asked for a page. True: the page is hot, so request a lease. */
  ask(page: string, now: number): boolean {
    const last = this.pages.get(page);
    this.keep(page, { askedAt: now, entry: null });
    return last !== undefined && isWithin(last.askedAt, HOT_MS, now);
  }

  /** The index granted a lease when it was asked at `askedAt`. */
  hold(page: string, entry: SnapshotEntry, askedAt: number): void {
    this.keep(page, { askedAt, entry });
  }

  forget(page: string): void {
    this.pages.delete(page);
  }

  private keep(page: string, held: Held): void {
    this.pages.delete(page);
    this.pages.set(page, held);
    if (this.pages.size <= MAX_HELD) return;
    const [oldest] = this.pages.keys();
    this.pages.delete(oldest!);
  }
}
