import { MAX_SENT_BYTES, MAX_SENT_VISITS, sentBytes, type VisitEvent } from "../../analytics";
import { dayNumber, SECOND_MS } from "../../lib/time/time";

/** A domain sends one message in this time. */
export const SEND_EVERY_MS = SECOND_MS;
/** What may wait per domain, in visits and in bytes as sent: eight messages, so eight seconds. */
export const MAX_WAITING_VISITS = 8 * MAX_SENT_VISITS;
const MAX_WAITING_BYTES = 8 * MAX_SENT_BYTES;
/** What may wait in all, in bytes as sent. */
export const MAX_ALL_BYTES = 8_000_000;
/** Messages that the queue may be about to take, per domain and in all. */
export const MAX_LEAVING = 8;
export const MAX_ALL_LEAVING = 128;
/** A message that has not arrived by then was cancelled together with its request. */
const LOST_AFTER_MS = 30 * SECOND_MS;
/** What `times` adds to a visit. */
const TIMES_BYTES = 40;

/** Visits of one domain that leave together. */
export interface LeavingVisits {
  domainId: string;
  visits: VisitEvent[];
  /** At most, as sent. */
  bytes: number;
}

interface Waiting {
  /** By what they have in common, the oldest first. */
  visits: Map<string, { visit: VisitEvent; bytes: number }>;
  bytes: number;
  /** When the next message may leave, epoch ms. */
  nextAt: number;
}

/**
 * Visits that an isolate has not sent yet. Each domain sends at most one message per second; what does not fit waits, and
 * further equal visits join it. Only a domain with more than eight messages to send sends some of them earlier.
 */
export class WaitingVisits {
  private readonly domains = new Map<string, Waiting>();
  private bytes = 0;
  /** When each message left. */
  private readonly leaving = new Map<LeavingVisits, number>();
  private lost = 0;

  /** Whether nothing waits. */
  get isEmpty(): boolean {
    return this.bytes === 0;
  }

  /** Visits that were dropped because the queue took none, since the last call. */
  takeLost(): number {
    const { lost } = this;
    this.lost = 0;
    return lost;
  }

  /** Holds a visit, as one with those of the same key. Returns what has to leave now, because too much waits. */
  add(key: string, visit: VisitEvent, now: number): LeavingVisits[] {
    const domain = this.domainOf(visit.domainId);
    const equal = domain.visits.get(key);
    if (equal) {
      if (equal.visit.id !== visit.id) equal.visit.times = (equal.visit.times ?? 1) + (visit.times ?? 1);
      return [];
    }
    const leaving = this.makeRoom(visit.domainId, domain, now);
    if (!leaving) {
      this.lost += visit.times ?? 1;
      return [];
    }
    const bytes = sentBytes(visit) + TIMES_BYTES;
    domain.visits.set(key, { visit: { ...visit }, bytes });
    domain.bytes += bytes;
    this.bytes += bytes;
    return leaving;
  }

  /** The messages that may leave at `now`, at most one per domain. */
  take(now: number): LeavingVisits[] {
    this.forgetLost(now);
    return [...this.domains].flatMap(([domainId, domain]) => {
      // A clock that was set back must not hold anything up.
      if (domain.nextAt > now && domain.nextAt <= now + SEND_EVERY_MS) return [];
      if (domain.visits.size > 0) return this.leave(domainId, domain, now);
      this.domains.delete(domainId);
      return [];
    });
  }

  /** Everything, however much and however recently the domains sent. */
  takeAll(now: number): LeavingVisits[] {
    return [...this.domains].flatMap(([domainId, domain]) => {
      const all: LeavingVisits[] = [];
      while (domain.visits.size > 0) all.push(this.leave(domainId, domain, now));
      return all;
    });
  }

  /** A message has arrived, or was given up. */
  settle(message: LeavingVisits): void {
    this.leaving.delete(message);
  }

  private domainOf(domainId: string): Waiting {
    let domain = this.domains.get(domainId);
    if (!domain) this.domains.set(domainId, (domain = { visits: new Map(), bytes: 0, nextAt: 0 }));
    return domain;
  }

  /** What has to leave before the domain holds another visit. Null: the queue takes nothing, so there is no room. */
  private makeRoom(domainId: string, domain: Waiting, now: number): LeavingVisits[] | null {
    if (this.bytes >= MAX_ALL_BYTES) return this.leavingOf(null, now) < MAX_ALL_LEAVING ? this.takeAll(now) : null;
    if (domain.visits.size < MAX_WAITING_VISITS && domain.bytes < MAX_WAITING_BYTES) return [];
    return this.leavingOf(domainId, now) < MAX_LEAVING ? [this.leave(domainId, domain, now)] : null;
  }

  /** How many messages are leaving, of one domain or of all. */
  private leavingOf(domainId: string | null, now: number): number {
    this.forgetLost(now);
    if (domainId === null) return this.leaving.size;
    return [...this.leaving.keys()].filter((message) => message.domainId === domainId).length;
  }

  private forgetLost(now: number): void {
    for (const [message, leftAt] of this.leaving) if (leftAt + LOST_AFTER_MS <= now) this.leaving.delete(message);
  }

  /** A domain's oldest visits, as many as one message takes. */
  private leave(domainId: string, domain: Waiting, now: number): LeavingVisits {
    const message: LeavingVisits = { domainId, visits: [], bytes: 0 };
    for (const [key, { visit, bytes }] of domain.visits) {
      const isFull = message.visits.length >= MAX_SENT_VISITS || message.bytes + bytes > MAX_SENT_BYTES;
      if (isFull && message.visits.length > 0) break;
      domain.visits.delete(key);
      message.visits.push(visit);
      message.bytes += bytes;
    }
    domain.bytes -= message.bytes;
    this.bytes -= message.bytes;
    domain.nextAt = now + SEND_EVERY_MS;
    this.leaving.set(message, now);
    return message;
  }
}

/** Equal for visits that differ only in their id and in the time of day. A signed request equals no other. */
export function likenessOf(visit: VisitEvent): string {
  const { id, at, path, token, provider, kind, servedBy, form, status, renderMs, serveMs, ip, signature } = visit;
  if (signature) return id;
  return `${path}\n${token}\n${provider} ${kind} ${servedBy} ${form} ${status} ${renderMs} ${serveMs} ${ip} ${dayNumber(at)}`;
}
