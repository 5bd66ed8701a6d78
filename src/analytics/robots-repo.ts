import { sql } from "drizzle-orm";
import { mayCost } from "../accounts";
import { runBatch, type Db } from "../db/client";
import { VERDICTS } from "./core/verdict";
import type { Window } from "./core/window";

export interface WatchedSite {
  domainId: string;
  domain: string;
  origin: string | null;
}

/**
 * Verified domains with visits since `day` whose robots.txt was last checked before `before`; least recently checked
 * first.
 */
export function sitesToWatch(db: Db, day: number, before: number, limit: number): Promise<WatchedSite[]> {
  return db.all<WatchedSite>(sql`
    SELECT domain.id AS domainId, domain.domain, domain.origin FROM domain LEFT JOIN robots_watch AS watch ON watch.domain_id = domain.id
    WHERE ${mayCost} AND coalesce(watch.checked_at, 0) < ${before}
      AND EXISTS (SELECT 1 FROM visit_total AS total WHERE total.domain_id = domain.id AND total.day >= ${day})
    ORDER BY coalesce(watch.checked_at, 0) LIMIT ${limit}`);
}

/** Records a check of robots.txt and stores the text if it changed. Null means that the file could not be fetched. */
export async function noteRobots(
  db: Db,
  domainId: string,
  seen: { hash: string; text: string } | null,
  now: number,
): Promise<void> {
  await runBatch(db, [
    sql`INSERT INTO robots_watch VALUES (${domainId}, ${now}) ON CONFLICT DO UPDATE SET checked_at = max(checked_at, excluded.checked_at)`,
    ...(seen
      ? [
          sql`
            INSERT OR IGNORE INTO robots_version (domain_id, since, hash, text) SELECT ${domainId}, ${now}, ${seen.hash}, ${seen.text}
            WHERE ${seen.hash} IS NOT (SELECT hash FROM robots_version WHERE domain_id = ${domainId} ORDER BY since DESC LIMIT 1)`,
        ]
      : []),
  ]);
}

/** A domain's robots.txt versions, oldest first. */
export function robotsVersions(db: Db, domainId: string): Promise<Array<{ since: number; text: string }>> {
  return db.all(sql`SELECT since, text FROM robots_version WHERE domain_id = ${domainId} ORDER BY since`);
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
export function violationRows(db: Db, domainId: string, window: Window, limit: number): Promise<ViolationRow[]> {
  return db.all<ViolationRow>(sql`
    SELECT path.path, agent.token, agent.provider, agent.kind, rule, line, sum(count) AS visits, min(day) AS firstDay, max(day) AS lastDay
    FROM visit_violation AS violation JOIN visit_path AS path ON path.id = violation.path_id JOIN visit_agent AS agent ON agent.no = violation.agent
    WHERE violation.domain_id = ${domainId} AND day BETWEEN ${window.firstDay} AND ${window.lastDay}
    GROUP BY violation.path_id, violation.agent, rule, line ORDER BY visits DESC, path.path LIMIT ${limit}`);
}

/** Verified crawler visits in a window, and how many of these were disallowed. */
export async function violationTotals(
  db: Db,
  domainId: string,
  window: Window,
): Promise<{ verified: number; forbidden: number }> {
  const days = sql`domain_id = ${domainId} AND day BETWEEN ${window.firstDay} AND ${window.lastDay}`;
  return db.get(sql`
    SELECT (SELECT coalesce(sum(cache + render), 0) FROM visit_total WHERE ${days} AND verdict = ${VERDICTS.verified}) AS verified,
           (SELECT coalesce(sum(count), 0) FROM visit_violation WHERE ${days}) AS forbidden`);
}
