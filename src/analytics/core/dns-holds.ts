import { MINUTE_MS } from "../../lib/time";

/** How long an address whose names can't be looked up is not asked about again, and a zone of such addresses. */
const HOLD_MS = 10 * MINUTE_MS;
/** Addresses of one zone that fail before the whole zone is held: its servers are lame, not one entry. */
const ZONE_FAILURES = 3;
/** How long a resolver that is down is left alone, and in how many zones in a row it has to fail for that. */
const PAUSE_MS = MINUTE_MS;
const RESOLVER_FAILURES = 3;
const MAX_HELD = 10_000;

/**
 * What reverse DNS is not asked about for now. Anybody can come from an address whose zone is lame, so such an address holds
 * itself and its zone alone. Only a resolver that has answered nothing in several zones in a row counts as down.
 */
export class DnsHolds {
  /** Reverse name or zone → until when it is held, epoch ms; addresses of a zone that failed. The oldest goes first. */
  private readonly held = new Map<string, { until: number; failed: Set<string> }>();
  private readonly resolverFailures = new Set<string>();
  private pausedUntil = 0;

  /** Whether the name of this reverse entry may be asked for. */
  mayAsk(reverse: string, now: number): boolean {
    return now >= this.pausedUntil && !this.isHeld(reverse, now) && !this.isHeld(zoneOf(reverse), now);
  }

  /** The resolver answered, and the name's servers too. */
  answered(): void {
    this.resolverFailures.clear();
  }

  /** The resolver is up, or may be; the servers of the name are not. */
  nameFailed(reverse: string, now: number): void {
    const zone = zoneOf(reverse);
    const failed = this.held.get(zone)?.failed ?? new Set();
    if (failed.size < ZONE_FAILURES) failed.add(reverse);
    this.hold(zone, { until: failed.size < ZONE_FAILURES ? 0 : now + HOLD_MS, failed });
    this.hold(reverse, { until: now + HOLD_MS, failed: new Set() });
  }

  /** The resolver itself could not be asked, or said that it is in trouble. */
  resolverFailed(reverse: string, now: number): void {
    this.resolverFailures.add(zoneOf(reverse));
    if (this.resolverFailures.size < RESOLVER_FAILURES) return;
    this.resolverFailures.clear();
    this.pausedUntil = now + PAUSE_MS;
  }

  get size(): number {
    return this.held.size;
  }

  private isHeld(name: string, now: number): boolean {
    return (this.held.get(name)?.until ?? 0) > now;
  }

  private hold(name: string, value: { until: number; failed: Set<string> }): void {
    this.held.delete(name);
    this.held.set(name, value);
    if (this.held.size > MAX_HELD) this.held.delete(this.held.keys().next().value!);
  }
}

/** The zone of a reverse name, as they are delegated: the /24 of an IPv4 address, the /48 of an IPv6 one. */
function zoneOf(reverse: string): string {
  return reverse
    .split(".")
    .slice(reverse.endsWith(".ip6.arpa") ? -14 : -5)
    .join(".");
}
