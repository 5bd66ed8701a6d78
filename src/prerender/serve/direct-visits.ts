import { recordVisits, type VisitEvent } from "../../analytics";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { DAY_MS } from "../../lib/time/time";
import { indexOf } from "../cache/index-of";

type VisitEnv = Pick<Bindings, "VISIT_QUEUE" | "SNAPSHOT_INDEX">;

/** Two messages, the most that one send takes. */
const BATCH = 200;
/** Less than half a second, so that visits are sent within that time. */
const FLUSH_MS = 400;
/** A flush that has not ended by then was cancelled together with its request. */
const LOST_AFTER_MS = 5_000;
const MAX_WAITING = 20_000;

/** Equal for visits that differ only in their id and in the time of day. A signed request equals no other. */
function likenessOf({
  id,
  at,
  domainId,
  path,
  token,
  provider,
  kind,
  servedBy,
  form,
  status,
  renderMs,
  serveMs,
  ip,
  signature,
}: VisitEvent): string {
  if (signature) return id;
  const day = Math.floor(at / DAY_MS);
  return `${domainId}\n${path}\n${token}\n${provider} ${kind} ${servedBy} ${form} ${status} ${renderMs} ${serveMs} ${ip} ${day}`;
}

/**
 * Visits to leased pages and responses from the origin, which no index sees. The isolate sends them to the queue in
 * batches. The request whose visit begins a batch carries the flush, because timers belong to requests.
 */
class DirectVisits {
  /** By what they have in common, or by id. */
  private waiting = new Map<string, VisitEvent>();
  private flushingSince = 0;

  /** A visit that may also be counted elsewhere, under the same id. */
  add(env: VisitEnv, visit: VisitEvent, defer: (work: Promise<unknown>) => void): void {
    this.hold(env, visit.id, visit, defer);
  }

  /** A visit that is counted nowhere else. Equal ones are sent as one. */
  addEqual(env: VisitEnv, visit: VisitEvent, defer: (work: Promise<unknown>) => void): void {
    const key = likenessOf(visit);
    const first = this.waiting.get(key);
    if (first) first.times = (first.times ?? 1) + 1;
    else this.hold(env, key, { ...visit }, defer);
  }

  private hold(env: VisitEnv, key: string, visit: VisitEvent, defer: (work: Promise<unknown>) => void): void {
    if (this.waiting.size < MAX_WAITING) this.waiting.set(key, visit);
    if (this.waiting.size >= BATCH) return defer(this.send(env));
    if (this.flushingSince + LOST_AFTER_MS > visit.at) return;
    this.flushingSince = visit.at;
    defer(this.flushSoon(env));
  }

  private async flushSoon(env: VisitEnv): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
    this.flushingSince = 0;
    await this.send(env);
  }

  private async send(env: VisitEnv): Promise<void> {
    const batch = [...this.waiting.values()];
    this.waiting.clear();
    if (batch.length === 0 || (await recordVisits(env.VISIT_QUEUE, batch))) return;
    // The index keeps visits that the queue refuses, and tries again. Each id counts once.
    const byDomain = Map.groupBy(batch, ({ domainId }) => domainId);
    for (const [domainId, visits] of byDomain)
      await indexOf(env, domainId)
        .countVisits(visits)
        .catch((error: unknown) =>
          log("error", "visits_not_counted", { domainId, events: visits.length, error: String(error) }),
        );
  }
}

/** The visits of this isolate that no index sees. */
export const directVisits = new DirectVisits();
