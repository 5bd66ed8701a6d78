import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { auditRun } from "../../db/schema";
import type { RunRow } from "./runs";

/**
 * Ended runs of a domain that are in an earlier place: those that ended before `before` and are not archived, then those
 * whose analyses are in D1; oldest first.
 */
export function runsToMove(db: Db, domainId: string, before: number, limit: number): Promise<RunRow[]> {
  return db
    .select()
    .from(auditRun)
    .where(
      and(
        eq(auditRun.domainId, domainId),
        isNotNull(auditRun.completedAt),
        or(and(lt(auditRun.completedAt, before), isNull(auditRun.archiveKey)), isNotNull(auditRun.parts)),
      ),
    )
    .orderBy(isNotNull(auditRun.archiveKey), auditRun.completedAt, auditRun.id)
    .limit(limit)
    .all();
}

/** Points a run to its verified archive. False: another attempt was faster. */
export async function switchToArchive(db: Db, runId: string, key: string): Promise<boolean> {
  const result = await db.run(sql`
    UPDATE audit_run SET archive_key = ${key} WHERE id = ${runId} AND archive_key IS NULL`);
  return result.meta.changes > 0;
}

/** The runs among `ids` whose pages are still where they were written: they exist and are not archived. */
export async function unarchivedRuns(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: auditRun.id })
    .from(auditRun)
    .where(
      and(sql`${auditRun.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`, isNull(auditRun.archiveKey)),
    )
    .all();
  return new Set(rows.map((row) => row.id));
}
