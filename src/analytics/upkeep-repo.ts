import { sql } from "drizzle-orm";
import { slotIsOf, slotWithin } from "./slot-repo";
import type { Db } from "../db/client";
import { deleteAllChunks, deleteChunks, type QueryBudget } from "../db/delete-chunks";

/** Tables with a domain's visits, besides its paths and their days. */
const DOMAIN_TABLES = ["visit_total", "visit_render_time", "visit_violation", "robots_version", "robots_watch"];

/** Deletes a domain's visits. Returns false if the budget ran out first. */
export async function deleteVisits(db: Db, domainId: string, budget: QueryBudget): Promise<boolean> {
  // Deletes a few paths at a time: first their days, then the paths. CROSS JOIN makes SQLite start with these paths
  // instead of scanning the whole table.
  const paths = sql`(SELECT id FROM visit_path WHERE domain_id = ${domainId} ORDER BY path LIMIT 500)`;
  const days = sql`
    DELETE FROM visit_daily WHERE slot IN (
      SELECT daily.slot FROM ${paths} AS path CROSS JOIN visit_daily AS daily WHERE ${slotIsOf(sql`daily.slot`, sql`path.id`)} LIMIT 10000)`;
  const emptied = sql`
    DELETE FROM visit_path WHERE id IN ${paths}
      AND NOT EXISTS (SELECT 1 FROM visit_daily AS daily WHERE ${slotIsOf(sql`daily.slot`, sql`visit_path.id`)})`;
  for (;;) {
    if (budget.left-- <= 0 || !(await deleteChunks(db, days, budget))) return false;
    if ((await db.run(emptied)).meta.changes === 0) break;
  }
  const rows = DOMAIN_TABLES.map((name) => {
    const table = sql.raw(name);
    return sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE domain_id = ${domainId} LIMIT 5000)`;
  });
  return deleteAllChunks(db, rows, budget);
}

/** Paths per statement, which stays far below D1's time limit. */
const PATHS_AT_ONCE = 2_000;

/**
 * Deletes the counts before `day` of the next paths after `after`, and paths without any counts left. Returns the last
 * path it handled, or null if there are no more.
 */
export async function deletePathVisitsBefore(db: Db, day: number, after: number): Promise<number | null> {
  const [last] = await db.all<{ id: number | null }>(sql`
    SELECT max(id) AS id FROM (SELECT id FROM visit_path WHERE id > ${after} ORDER BY id LIMIT ${PATHS_AT_ONCE})`);
  if (!last?.id) return null;
  await db.run(sql`
    DELETE FROM visit_daily WHERE slot IN (
      SELECT daily.slot FROM visit_path AS path JOIN visit_daily AS daily ON ${slotWithin(sql`daily.slot`, sql`path.id`, 0, day - 1)}
      WHERE path.id > ${after} AND path.id <= ${last.id})`);
  await db.run(sql`
    DELETE FROM visit_path WHERE id > ${after} AND id <= ${last.id} AND coalesce(last_day, 0) < ${day}
      AND NOT EXISTS (SELECT 1 FROM visit_daily AS daily WHERE ${slotIsOf(sql`daily.slot`, sql`visit_path.id`)})`);
  return last.id;
}

/** Deletes the other counts before `day`, and ids that expired before `today`. Returns false if something is left. */
export function deleteTotalsBefore(db: Db, day: number, today: number, budget: QueryBudget): Promise<boolean> {
  const old = ["visit_total", "visit_render_time", "visit_violation"].map((name) => {
    const table = sql.raw(name);
    return sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE day < ${day} LIMIT 20000)`;
  });
  const versions = sql`
    DELETE FROM robots_version WHERE rowid IN (
      -- The version that held on the first day that is kept stays, however old.
      SELECT version.rowid FROM robots_version AS version WHERE EXISTS (
        SELECT 1 FROM robots_version AS later
        WHERE later.domain_id = version.domain_id AND later.since > version.since AND later.since < ${day} * 86400000) LIMIT 5000)`;
  const seen = sql`DELETE FROM visit_seen WHERE key IN (SELECT key FROM visit_seen WHERE expires_day < ${today} LIMIT 20000)`;
  return deleteAllChunks(db, [...old, versions, seen], budget);
}
