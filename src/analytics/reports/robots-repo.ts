import { sql } from "drizzle-orm";
import { mayCost } from "../../accounts";
import type { Db } from "../../db/client";
import { VERDICTS } from "../core/verdict";
import { within, type DayRange } from "./report-rows";
import type { VisitTables } from "../domain-visits/visit-rows";

/** A domain whose robots.txt may be fetched. */
export interface WatchedSite {
  domain: string;
  origin: string | null;
}

/** The domain, if the service may fetch from its site; otherwise undefined. */
export async function findSite(db: Db, domainId: string): Promise<WatchedSite | undefined> {
  const [site] = await db.all<WatchedSite>(
    sql`SELECT domain.domain, domain.origin FROM domain WHERE ${mayCost} AND domain.id = ${domainId}`,
  );
  return site;
}

/** When the domain's first robots.txt version was seen; null if none was. */
export async function robotsKnownSince(tables: VisitTables): Promise<number | null> {
  const [row] = await tables.all<{ since: number | null }>(sql`SELECT min(since) AS since FROM robots_version`);
  return row!.since;
}

export interface ViolationRow {
  path: string;
  token: string;
  provider: string;
  kind: string;
  rule: string;
  line: number;
  visits: number;
  firstDay: number;
  lastDay: number;
}

/** Disallowed visits in a window by path, crawler and rule; most frequent first. */
export function violationRows(tables: VisitTables, window: DayRange, limit: number): Promise<ViolationRow[]> {
  return tables.all<ViolationRow>(sql`
    SELECT path.path, agent.token, agent.provider, agent.kind, rule, line, sum(count) AS visits, min(day) AS firstDay, max(day) AS lastDay
    FROM visit_violation AS violation JOIN visit_path AS path ON path.id = violation.path_id JOIN visit_agent AS agent ON agent.no = violation.agent
    WHERE ${within(window)}
    GROUP BY violation.path_id, violation.agent, rule, line ORDER BY visits DESC, path.path LIMIT ${limit}`);
}

/** Verified crawler visits in a window, and how many of these were disallowed. */
export async function violationTotals(
  tables: VisitTables,
  window: DayRange,
): Promise<{ verified: number; forbidden: number }> {
  const [row] = await tables.all<{ verified: number; forbidden: number }>(sql`
    SELECT (SELECT coalesce(sum(cache + render), 0) FROM visit_total WHERE ${within(window)} AND verdict = ${VERDICTS.verified}) AS verified,
           (SELECT coalesce(sum(count), 0) FROM visit_violation WHERE ${within(window)}) AS forbidden`);
  return row!;
}
