import { sendVisits, type VisitEvent } from "../../analytics";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { SECOND_MS } from "../../lib/time/time";
import { indexOf } from "../cache/index-of";
import { likenessOf, SEND_EVERY_MS, WaitingVisits, type LeavingVisits } from "../core/waiting-visits";
import type { Defer } from "./page-request";

type VisitEnv = Pick<Bindings, "VISIT_QUEUE" | "SNAPSHOT_INDEX">;

/** A flush that has not gone on by then was cancelled together with its request. */
const LOST_AFTER_MS = 5 * SECOND_MS;
/** How often one request sends what waits, before it leaves that to another. It has 30 s after its response. */
const MAX_SENDS = 10;

/**
 * Visits to leased pages and responses from the origin, which no index sees. The isolate sends them to the queue, one
 * message per second and domain. The request whose visit comes first carries the flush, because timers belong to
 * requests.
 */
export class DirectVisits {
  private readonly waiting = new WaitingVisits();
  /** When the flush that a request carries counts as lost; 0: no request carries it. */
  private carriedUntil = 0;

  /** A visit that may also be counted elsewhere, under the same id. */
  add(env: VisitEnv, visit: VisitEvent, defer: Defer): void {
    this.hold(env, visit.id, visit, defer);
  }

  /** A visit that is counted nowhere else. Equal ones are sent as one. */
  addEqual(env: VisitEnv, visit: VisitEvent, defer: Defer): void {
    this.hold(env, likenessOf(visit), visit, defer);
  }

  private hold(env: VisitEnv, key: string, visit: VisitEvent, defer: Defer): void {
    const now = Date.now();
    const leaving = this.waiting.add(key, visit, now);
    if (leaving.length > 0) defer(this.send(env, leaving));
    if (now < this.carriedUntil) return;
    this.carriedUntil = now + LOST_AFTER_MS;
    defer(this.carry(env));
  }

  /** Sends what waits, second by second, until nothing does. */
  private async carry(env: VisitEnv): Promise<void> {
    for (let sends = 0; !this.waiting.isEmpty; sends++) {
      const isOver = sends >= MAX_SENDS;
      this.carriedUntil = isOver ? 0 : Date.now() + LOST_AFTER_MS;
      await new Promise((resolve) => setTimeout(resolve, SEND_EVERY_MS));
      // Another request has taken over. If none came, the rest leaves at once.
      if (isOver && this.carriedUntil > 0) return;
      const now = Date.now();
      await this.send(env, isOver ? this.waiting.takeAll(now) : this.waiting.take(now));
    }
    this.carriedUntil = 0;
  }

  private async send(env: VisitEnv, leaving: readonly LeavingVisits[]): Promise<void> {
    for (const refused of await sendVisits(env.VISIT_QUEUE, leaving)) await this.keepInIndex(env, refused);
    for (const message of leaving) this.waiting.settle(message);
    const visits = this.waiting.takeLost();
    if (visits > 0) log("error", "visits_lost", { visits });
  }

  /** The index keeps visits that the queue refuses, and tries again. Each id counts once. */
  private async keepInIndex(env: VisitEnv, { domainId, visits }: LeavingVisits): Promise<void> {
    await indexOf(env, domainId)
      .countVisits(visits)
      .catch((error: unknown) =>
        log("error", "visits_not_counted", { domainId, events: visits.length, error: String(error) }),
      );
  }
}

/** The visits of this isolate that no index sees. */
export const directVisits = new DirectVisits();
