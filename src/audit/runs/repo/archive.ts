import { and, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../../db/client";
import { auditRun } from "../../../db/schema";
import type { RunRow } from "./runs";

/** Ended runs whose pages are still in D1 though they ended before `before`, oldest first. */
export function runsToArchive(db: Db, before: number, limit: number): Promise<RunRow[]> {
  return db
    .select()
    .from(auditRun)
    .where(and(isNotNull(auditRun.completedAt), lt(auditRun.completedAt, before), isNull(auditRun.archiveKey)))
    .orderBy(auditRun.completedAt)
    .limit(limit)
    .all();
}

/** Makes a verified archive the place of a run's pages, if D1 still holds exactly as many; false: it does not. */
export async function switchToArchive(db: Db, runId: string, key: string, pages: number): Promise<boolean> {
  const result = await db.run(sql`
    UPDATE audit_run SET archive_key = ${key}
    WHERE id = ${runId} AND archive_key IS NULL
      AND (SELECT count(*) FROM audit_page WHERE run_id = ${runId} AND listed = 1) = ${pages}`);
  return result.meta.changes > 0;
}

/** Archived runs that still have rows, from an attempt that was cut short. */
export function halfArchivedRuns(db: Db, limit: number): Promise<Array<{ id: string }>> {
  return db.all(sql`
    SELECT id FROM audit_run
    WHERE archive_key IS NOT NULL AND EXISTS (SELECT 1 FROM audit_page WHERE run_id = audit_run.id) LIMIT ${limit}`);
}

/** Rows one statement deletes: few enough that other queries get their turn. */
const DELETE_ROWS = 2_000;

/** Deletes the rows of an archived run, from the end backwards, so that whoever reads them sees an early end, never a gap. */
export async function deleteArchivedRows(db: Db, runId: string): Promise<void> {
  for (;;) {
    const { meta } = await db.run(sql`
      DELETE FROM audit_page WHERE run_id = ${runId}
        AND seq IN (SELECT seq FROM audit_page WHERE run_id = ${runId} ORDER BY seq DESC LIMIT ${DELETE_ROWS})
        AND EXISTS (SELECT 1 FROM audit_run WHERE id = ${runId} AND archive_key IS NOT NULL)`);
    if (meta.changes === 0) return;
  }
}
