import { MINUTE_MS } from "../../../lib/time/time";

/** How long we send no queries about an address, or a zone of addresses, whose lookups fail. */
const HOLD_MS = 10 * MINUTE_MS;
/**
 * Addresses that must fail before we hold their whole zone: then its name servers are broken, not just a single entry.
 */
const ZONE_FAILURES = 3;
/** How long we pause after the resolver fails, and in how many zones in a row it must fail first. */
const PAUSE_MS = MINUTE_MS;
const RESOLVER_FAILURES = 3;
const MAX_HELD = 10_000;

/**
 * Decides which reverse DNS queries to skip for now. Anyone can send requests from a zone with broken name servers, so
 * a failing address blocks only itself and its zone. The resolver counts as down only after it has failed in several
 * zones in a row.
 */
export class DnsHolds {
  /**
   * Maps a reverse name or zone to the end of its hold (epoch ms) and the zone's failed addresses. The oldest entry is
   * dropped first.
   */
  private readonly held = new Map<string, { until: number; failed: Set<string> }>();
  private readonly resolverFailures = new Set<string>();
  private pausedUntil = 0;

  /** Whether we may query the name of this reverse entry. */
  mayAsk(reverse: string, now: number): boolean {
    return now >= this.pausedUntil && !this.isHeld(reverse, now) && !this.isHeld(zoneOf(reverse), now);
  }

  /** The resolver and the name's servers answered. */
  answered(): void {
    this.resolverFailures.clear();
  }

  /** The name's servers failed; the resolver may be fine. */
  nameFailed(reverse: string, now: number): void {
    const zone = zoneOf(reverse);
    const failed = this.held.get(zone)?.failed ?? new Set();
    if (failed.size < ZONE_FAILURES) failed.add(reverse);
    this.hold(zone, { until: failed.size < ZONE_FAILURES ? 0 : now + HOLD_MS, failed });
    this.hold(reverse, { until: now + HOLD_MS, failed: new Set() });
  }

  /** The resolver was unreachable or reported a failure of its own. */
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

/**
 * The zone of a reverse name as registries usually delegate it: the /24 of an IPv4 address or the /48 of an IPv6
 * address.
 */
function zoneOf(reverse: string): string {
  return reverse
    .split(".")
    .slice(reverse.endsWith(".ip6.arpa") ? -14 : -5)
    .join(".");
}
