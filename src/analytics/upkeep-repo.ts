import { sql } from "drizzle-orm";
import { slotOf, slotWithin } from "./slot-repo";
import { runBatch, type Db } from "../db/client";

/** Deletes a domain's visits. */
export async function deleteVisits(db: Db, domainId: string): Promise<void> {
  await runBatch(db, [
    sql`
      DELETE FROM visit_daily WHERE slot IN (
        SELECT daily.slot FROM visit_path AS path JOIN visit_daily AS daily ON ${slotOf(sql`daily.slot`, sql`path.id`)}
        WHERE path.domain_id = ${domainId})`,
    sql`DELETE FROM visit_path WHERE domain_id = ${domainId}`,
    sql`DELETE FROM visit_total WHERE domain_id = ${domainId}`,
    sql`DELETE FROM visit_render_time WHERE domain_id = ${domainId}`,
    sql`DELETE FROM visit_violation WHERE domain_id = ${domainId}`,
    sql`DELETE FROM robots_version WHERE domain_id = ${domainId}`,
    sql`DELETE FROM robots_watch WHERE domain_id = ${domainId}`,
  ]);
}

/** Rows of a deletion: one statement stays far below D1's limit of time. */
const PATHS_AT_ONCE = 2_000;

/** Deletes counts of days before `day`, and paths that were last visited before it. */
export async function deleteVisitsBefore(db: Db, day: number): Promise<void> {
  for (let after = 0; ;) {
    const [last] = await db.all<{ id: number | null }>(sql`
      SELECT max(id) AS id FROM (SELECT id FROM visit_path WHERE id > ${after} ORDER BY id LIMIT ${PATHS_AT_ONCE})`);
    if (!last?.id) break;
    await db.run(sql`
      DELETE FROM visit_daily WHERE slot IN (
        SELECT daily.slot FROM visit_path AS path JOIN visit_daily AS daily ON ${slotWithin(sql`daily.slot`, sql`path.id`, 0, day - 1)}
        WHERE path.id > ${after} AND path.id <= ${last.id})`);
    after = last.id;
  }
  await runBatch(db, [
    sql`
      DELETE FROM visit_path WHERE coalesce(last_day, 0) < ${day}
        AND NOT EXISTS (SELECT 1 FROM visit_daily AS daily WHERE ${slotOf(sql`daily.slot`, sql`visit_path.id`)})`,
    sql`DELETE FROM visit_total WHERE day < ${day}`,
    sql`DELETE FROM visit_render_time WHERE day < ${day}`,
    sql`DELETE FROM visit_violation WHERE day < ${day}`,
    // The version that held on the first day that is kept stays, however old.
    sql`
      DELETE FROM robots_version WHERE EXISTS (
        SELECT 1 FROM robots_version AS later WHERE later.domain_id = robots_version.domain_id AND later.since > robots_version.since AND later.since < ${day} * 86400000)`,
  ]);
}

/** Forgets ids whose day has come. */
export async function deleteSeenBefore(db: Db, day: number): Promise<void> {
  for (;;) {
    const { meta } = await db.run(
      sql`DELETE FROM visit_seen WHERE key IN (SELECT key FROM visit_seen WHERE expires_day < ${day} LIMIT 20000)`,
    );
    if (meta.changes === 0) return;
  }
}
