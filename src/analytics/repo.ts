import { sql } from "drizzle-orm";
import { runBatch, type Db } from "../db/client";
import type { VisitEvent } from "./record-visits";

/**
 * Counts events into the daily table, each id once a domain, whatever is delivered again. One transaction: the events that
 * this delivery is the first to bring are marked with it, and only those are added up.
 */
export async function countVisits(db: Db, events: readonly VisitEvent[], delivery: string): Promise<void> {
  const payload = JSON.stringify(
    events.map((each) => [each.domainId, each.id, each.at, each.path, each.provider, each.kind, each.servedBy]),
  );
  await runBatch(db, [
    sql`
      INSERT OR IGNORE INTO visit_event (domain_id, id, delivery, at, path, provider, kind, served_by)
      SELECT value ->> 0, value ->> 1, ${delivery}, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(${payload})`,
    sql`
      INSERT INTO visit_daily (domain_id, date, path, provider, kind, served_by, count)
      SELECT domain_id, date(at / 1000, 'unixepoch'), path, provider, kind, served_by, count(*) FROM visit_event WHERE delivery = ${delivery} GROUP BY 1, 2, 3, 4, 5, 6
      ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  ]);
}

export interface DailyCount {
  date: string;
  provider: string;
  count: number;
}

/** Visits a day and provider from `from` to `to`, both inclusive `yyyy-mm-dd`. */
export function dailyCounts(db: Db, domainId: string, from: string, to: string): Promise<DailyCount[]> {
  return db.all<DailyCount>(sql`
    SELECT date, provider, sum(count) AS count FROM visit_daily
    WHERE domain_id = ${domainId} AND date BETWEEN ${from} AND ${to} GROUP BY date, provider ORDER BY date, count DESC, provider`);
}

/** Visits of each path from `from` to `to`, both inclusive `yyyy-mm-dd`; the most visited first. */
export function pathCounts(
  db: Db,
  domainId: string,
  from: string,
  to: string,
  limit: number,
): Promise<Array<{ path: string; count: number }>> {
  return db.all(sql`
    SELECT path, sum(count) AS count FROM visit_daily
    WHERE domain_id = ${domainId} AND date BETWEEN ${from} AND ${to} GROUP BY path ORDER BY count DESC, path LIMIT ${limit}`);
}

/** Deletes a domain's visits. */
export async function deleteVisits(db: Db, domainId: string): Promise<void> {
  await runBatch(db, [
    sql`DELETE FROM visit_event WHERE domain_id = ${domainId}`,
    sql`DELETE FROM visit_daily WHERE domain_id = ${domainId}`,
  ]);
}
