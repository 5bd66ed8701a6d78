import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../db/client";
import { auditPart, auditRun, auditUsage } from "../../../db/schema";
import { eventRecorded, type NewEvent } from "../../../events";
import { auditEnded } from "../../model/run/run-events";
import { packAnalyses } from "./analysis-parts";
import { ACTIVE, findRun, type RunRow } from "./runs";

/**
 * Ends a run, books its pages and records its events, in one transaction. Does nothing if the run has already ended.
 * `also`: what else is to be told of it.
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

/** Takes the large parts out of ended runs of an earlier release, some per call. */
export async function packOldRuns(db: Db, domainId: string, limit: number): Promise<void> {
  const ended = and(eq(auditRun.domainId, domainId), isNull(auditRun.parts), isNotNull(auditRun.completedAt));
  for (const run of await db.select().from(auditRun).where(ended).limit(limit).all()) {
    const { row, bodies } = await packAnalyses(run);
    await db.batch([
      db
        .update(auditRun)
        .set(row)
        .where(and(eq(auditRun.id, run.id), isNull(auditRun.parts))),
      ...insertParts(db, domainId, bodies),
    ]);
  }
}

function insertParts(db: Db, domainId: string, bodies: ReadonlyMap<string, string>) {
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
      "The audit stopped making progress and was ended. Start it again; if it happens twice, tell us the run's id.",
    pagesCrawled,
    needsContinuation: pagesCrawled > 0,
    completedAt: now,
    heartbeatAt: now,
  };
  await closeRun(db, run, end, new Date(run.startedAt).toISOString().slice(0, 7));
}
