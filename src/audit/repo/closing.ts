import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { auditRun, auditUsage } from "../../db/schema";
import { eventRecorded, type NewEvent } from "../../events";
import { utcMonth } from "../../lib/time/time";
import type { Analyses } from "../model/run/analyses";
import { auditEnded } from "../model/run/run-events";
import { findRun, type RunRow } from "./runs";

/** What a caller without a run's lock has read of it. */
type SeenRun = Pick<RunRow, "status" | "heartbeatAt">;

/**
 * Ends a run, books its pages and records its events, in one transaction. Does nothing if the run has already ended.
 * `also`: further events to record; `seen`: nor if the run's row has changed since.
 */
export async function closeRun(
  db: Db,
  run: RunRow,
  end: Omit<Partial<RunRow>, keyof Analyses | "parts"> & { status: RunRow["status"]; pagesCrawled: number },
  month: string,
  also: readonly NewEvent[] = [],
  seen: SeenRun | null = null,
): Promise<void> {
  const isSame = seen ? sql`AND status = ${seen.status} AND heartbeat_at = ${seen.heartbeatAt}` : sql``;
  const isActive = sql`EXISTS (SELECT 1 FROM audit_run WHERE id = ${run.id} AND status IN ('queued', 'running') ${isSame})`;
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
      .set(end)
      .where(and(eq(auditRun.id, run.id), isActive)),
  ]);
}

/**
 * Ends a run whose jobs stopped making progress: `partial`, or `error` if it has no pages. `seen`: for a caller without the
 * run's lock, because the run may begin meanwhile.
 */
export async function closeAbandonedRun(
  db: Db,
  runId: string,
  pagesCrawled: number,
  now: number,
  seen: SeenRun | null = null,
): Promise<void> {
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
  await closeRun(db, run, end, utcMonth(run.startedAt), [], seen);
}
