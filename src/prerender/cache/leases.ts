import { MINUTE_MS } from "../../lib/time/time";
import { endOfGrant, GrantedLeases, LEASE_MS } from "../core/read-lease";

/** The mark in storage: until when leases may be running, epoch ms. */
const MARK = "leasesUntil";
/** How far ahead the mark is set, so that it is written once per minute. */
const MARK_MS = 2 * MINUTE_MS;

/** Adds a clock, waiting and memory across restarts to GrantedLeases. */
export class Leases {
  private readonly granted: GrantedLeases;
  private marked: number;

  constructor(
    private readonly kv: SyncKvStorage,
    now: number,
  ) {
    this.marked = kv.get<number>(MARK) ?? 0;
    // The object that set the mark may have granted leases until just now.
    this.granted = new GrantedLeases(this.marked > now ? endOfGrant(now) : 0);
  }

  /** Grants a lease on a page. The mark is stored before the response leaves this object. */
  grant(path: string): boolean {
    const now = Date.now();
    if (!this.granted.grant(path, now)) return false;
    if (this.marked < now + LEASE_MS + MINUTE_MS) this.kv.put(MARK, (this.marked = now + MARK_MS));
    return true;
  }

  /** Resolves when the leases that these pages have now are over; null: those of all pages. */
  async ended(paths: readonly string[] | null): Promise<void> {
    const ms = this.granted.remainingMs(paths, Date.now());
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }
}
