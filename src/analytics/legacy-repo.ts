import { sql } from "drizzle-orm";
import { slotIsOf } from "./slot-repo";
import type { Db } from "../db/client";
import { deleteAllChunks, deleteChunks, type QueryBudget } from "../db/delete-chunks";

/** Tables with a domain's visits, besides its paths and their days. */
const DOMAIN_TABLES = ["visit_total", "visit_render_time", "visit_violation", "robots_version", "robots_watch"];

/**
 * Deletes the visits that the release before left in D1, once they have moved into the domain's object. Returns false if the budget
 * ran out first.
 */
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

/** Deletes ids that expired before `today`. Returns false if the budget ran out first. */
export function deleteExpiredIds(db: Db, today: number, budget: QueryBudget): Promise<boolean> {
  const seen = sql`DELETE FROM visit_seen WHERE key IN (SELECT key FROM visit_seen WHERE expires_day < ${today} LIMIT 20000)`;
  return deleteChunks(db, seen, budget);
}
