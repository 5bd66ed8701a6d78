import { mapBounded } from "../../lib/platform/async-pool";
import { log } from "../../lib/text/log";
import { DAY_MS, dayNumber } from "../../lib/time/time";
import { VERDICTS, type VisitVerdict } from "../core/verdict";
import { keptDays, visitKey } from "../core/visit-key";
import type { CountedVisit } from "../domain-visits/counted-visit";
import type { VisitEvent } from "./record-visits";
import { visitsOf, type VisitsEnv } from "./visits-of";

/** Domains whose objects are called in parallel. */
const DOMAINS_AT_ONCE = 6;

export interface JudgedVisit {
  event: VisitEvent;
  verdict: VisitVerdict;
}

/**
 * Adds visits to the counts of their domains, with one call per domain. Each id counts once per domain. Skips visits so
 * old that we may have forgotten their ids. Returns the domains whose visits are not counted; they can be added again.
 */
export async function addVisits(env: VisitsEnv, visits: readonly JudgedVisit[], now: number): Promise<Set<string>> {
  const recent = visits.filter(({ event }) => event.at >= now - keptDays(event.reported === true) * DAY_MS);
  const failed = new Set<string>();
  await mapBounded(
    [...Map.groupBy(recent, ({ event }) => event.domainId)],
    DOMAINS_AT_ONCE,
    async ([domainId, own]) => {
      try {
        await visitsOf(env, domainId).count(own.map(countedVisit));
      } catch (error) {
        log("error", "visits_not_counted", { domainId, visits: own.length, error: String(error) });
        failed.add(domainId);
      }
    },
  );
  return failed;
}

function countedVisit({ event, verdict }: JudgedVisit): CountedVisit {
  const fromCache = event.servedBy === "cache";
  const { renderMs, serveMs = 0, servedBy, form = "page", times = 1 } = event;
  return {
    key: visitKey(`${event.reported ? "reported" : "served"}\n${event.domainId}\n${event.id}`),
    expiresDay: dayNumber(event.at) + keptDays(event.reported === true) + 2,
    path: event.path,
    day: dayNumber(event.at),
    token: event.token ?? "",
    provider: event.provider,
    kind: event.kind,
    verdict: VERDICTS[verdict],
    visits: times,
    cache: fromCache ? times : 0,
    render: servedBy === "render" ? times : 0,
    savedMs: fromCache && renderMs !== undefined ? Math.max(0, Math.round(renderMs - serveMs)) : null,
    renderMs: servedBy !== "render" || renderMs === undefined ? null : Math.round(renderMs / 10) * 10,
    status: event.status ?? null,
    source: servedBy,
    way: event.imported ? "imported" : event.reported ? "reported" : "connected",
    // A page with an error is not converted.
    form: form === "markdown" && (fromCache || servedBy === "render") && event.status !== 200 ? "page" : form,
    at: event.at,
  };
}
