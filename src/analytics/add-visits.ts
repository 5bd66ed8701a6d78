import { createHash } from "node:crypto";
import type { Db } from "../db/client";
import { DAY_MS } from "../lib/time";
import { countVisits, type CountedVisit } from "./count-repo";
import { VERDICTS, type VisitVerdict } from "./core/verdict";
import { foldText } from "./core/visit-path";
import { dayNumber, RETENTION_DAYS } from "./core/window";
import type { VisitEvent } from "./record-visits";

/**
 * A served visit counts only if it arrives within this time. That is longer than a queue keeps a message and shorter
 * than we remember its id.
 */
const SERVED_WITHIN_DAYS = 14;
/** Visits per transaction. Their JSON stays well under the 2 MB limit of a statement parameter. */
const CHUNK = 500;

export interface JudgedVisit {
  event: VisitEvent;
  verdict: VisitVerdict;
  /** The robots.txt rule that the visit broke. */
  forbiddenBy?: { pattern: string; line: number };
}

/**
 * Adds visits to the counts. Each id counts once per domain. Skips visits so old that we may have forgotten their ids.
 */
export async function addVisits(db: Db, visits: readonly JudgedVisit[], now: number): Promise<void> {
  const byKey = new Map<string, CountedVisit>();
  for (const visit of visits) {
    const { event } = visit;
    if (event.at < now - keptDays(event) * DAY_MS) continue;
    const counted = countedVisit(visit);
    if (!byKey.has(counted.key)) byKey.set(counted.key, counted);
  }
  const all = [...byKey.values()];
  for (let i = 0; i < all.length; i += CHUNK) await countVisits(db, all.slice(i, i + CHUNK), newDelivery());
}

/** A random safe integer. A UUID in each row that it marks would take six times the space. */
function newDelivery(): number {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(6))).readUIntBE(0, 6);
}

/** For how many days the same visit id may arrive again. */
function keptDays(event: VisitEvent): number {
  return event.reported ? RETENTION_DAYS : SERVED_WITHIN_DAYS;
}

function countedVisit({ event, verdict, forbiddenBy }: JudgedVisit): CountedVisit {
  const fromCache = event.servedBy === "cache";
  const { renderMs, serveMs = 0 } = event;
  return {
    key: visitKey(event),
    expiresDay: dayNumber(event.at) + keptDays(event) + 2,
    domainId: event.domainId,
    path: event.path,
    folded: foldText(event.path),
    day: dayNumber(event.at),
    token: event.token ?? "",
    provider: event.provider,
    kind: event.kind,
    verdict: VERDICTS[verdict],
    cache: fromCache ? 1 : 0,
    render: fromCache ? 0 : 1,
    savedMs: fromCache && renderMs !== undefined ? Math.max(0, Math.round(renderMs - serveMs)) : null,
    renderMs: fromCache || renderMs === undefined ? null : Math.round(renderMs / 10) * 10,
    status: event.status ?? null,
    at: event.at,
    rule: forbiddenBy?.pattern ?? null,
    line: forbiddenBy?.line ?? null,
  };
}

/** The first 64 bits of a hash. With 100 million ids stored at once, the chance of any collision is 0.03 %. */
function visitKey(event: VisitEvent): string {
  const name = `${event.reported ? "reported" : "served"}\n${event.domainId}\n${event.id}`;
  return createHash("sha256").update(name).digest().readBigInt64BE(0).toString();
}
