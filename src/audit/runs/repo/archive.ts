import { and, lt, sql } from "drizzle-orm";
import type { Db } from "../../../db/client";
import { auditRun } from "../../../db/schema";
import type { RunRow } from "./runs";

/**
 * Runs that ended before `before` and have pages in D1: not archived yet, or archived by an attempt that was
 * interrupted. Oldest first, starting after `after`.
 */
export function runsToArchive(
  db: Db,
  before: number,
  after: { completedAt: number; id: string },
  limit: number,
): Promise<RunRow[]> {
  return db
    .select()
    .from(auditRun)
    .where(
      and(
        lt(auditRun.completedAt, before),
        sql`(${auditRun.completedAt}, ${auditRun.id}) > (${after.completedAt}, ${after.id})`,
        sql`(${auditRun.archiveKey} IS NULL OR EXISTS (SELECT 1 FROM audit_page WHERE run_id = ${auditRun.id}))`,
      ),
    )
    .orderBy(auditRun.completedAt, auditRun.id)
    .limit(limit)
    .all();
}

/** Points a run to its verified archive if D1 still holds exactly as many pages. False: it does not. */
export async function switchToArchive(db: Db, runId: string, key: string, pages: number): Promise<boolean> {
  const result = await db.run(sql`
    UPDATE audit_run SET archive_key = ${key}
    WHERE id = ${runId} AND archive_key IS NULL
      AND (SELECT count(*) FROM audit_page WHERE run_id = ${runId} AND listed = 1) = ${pages}`);
  return result.meta.changes > 0;
}

/** Rows per DELETE statement: few enough for other queries to get their turn. */
const DELETE_ROWS = 2_000;

/**
 * Deletes the rows of an archived run from the end backwards, so that a concurrent reader sees an early end, never a
 * gap.
 */
export async function deleteArchivedRows(db: Db, runId: string): Promise<void> {
  for (;;) {
    const { meta } = await db.run(sql`
      DELETE FROM audit_page WHERE run_id = ${runId}
        AND seq IN (SELECT seq FROM audit_page WHERE run_id = ${runId} ORDER BY seq DESC LIMIT ${DELETE_ROWS})
        AND EXISTS (SELECT 1 FROM audit_run WHERE id = ${runId} AND archive_key IS NOT NULL)`);
    if (meta.changes === 0) return;
  }
}
