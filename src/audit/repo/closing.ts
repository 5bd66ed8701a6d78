import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { auditPart, auditRun, auditUsage } from "../../db/schema";
import { eventRecorded, type NewEvent } from "../../events";
import { auditEnded } from "../model/run/run-events";
import { packAnalyses } from "./analysis-parts";
import { ACTIVE, findRun, type RunRow } from "./runs";

/**
 * Ends a run, books its pages and records its events, in one transaction. Does nothing if the run has already ended.
 * `also`: further events to record.
 */
export async function closeRun(
  db: Db,
  run: RunRow,
  end: Partial<RunRow> & { status: RunRow["status"]; pagesCrawled: number },
  month: string,
  also: readonly NewEvent[] = [],
): Promise<void> {
  const { row, bodies } = await packAnalyses(end);
  const isActive = sql`EXISTS (SELECT 1 FROM audit_run WHERE id = ${run.id} AND status IN ('queued', 'running'))`;
  const events = [auditEnded(run, end, Date.now()), ...also];
  await db.batch([
    db
      .insert(auditUsage)
      .select(
        sql`SELECT ${run.id}, ${run.accountId}, ${month}, ${end.pagesCrawled}, ${run.frequency === "on_demand" ? 1 : 0} WHERE ${isActive}`,
      )
      .onConflictDoNothing(),
    ...events.map((event) => eventRecorded(db, event, isActive)),
    db
      .update(auditRun)
      .set({ ...end, ...row })
      .where(and(eq(auditRun.id, run.id), inArray(auditRun.status, [...ACTIVE]))),
    ...insertParts(db, run.domainId, bodies),
  ]);
}

function insertParts(db: Db, domainId: string, bodies: ReadonlyMap<string, Buffer>) {
  return [...bodies].map(([hash, body]) => db.insert(auditPart).values({ domainId, hash, body }).onConflictDoNothing());
}

/** Ends a run whose jobs stopped making progress: `partial`, or `error` if it has no pages. */
export async function closeAbandonedRun(db: Db, runId: string, pagesCrawled: number, now: number): Promise<void> {
  const run = await findRun(db, runId);
  if (!run) return;
  const end = {
    status: pagesCrawled > 0 ? ("partial" as const) : ("error" as const),
    closeReason: "internal_error",
    errorMessage:
      "The audit stopped making progress and was ended. Start it again; if it happens twice, send us the run's id.",
    pagesCrawled,
    needsContinuation: pagesCrawled > 0,
    completedAt: now,
    heartbeatAt: now,
  };
  await closeRun(db, run, end, new Date(run.startedAt).toISOString().slice(0, 7));
}
