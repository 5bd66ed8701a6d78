import type { Bindings } from "../../../env";
import { openDb } from "../../../db/client";
import { log } from "../../../lib/text/log";
import { sendAll } from "../../../lib/platform/send-all";
import { MINUTE_MS } from "../../../lib/time/time";
import { stubOf } from "../../crawl/frontier/stub-of";
import { auditSlots } from "../../model/run/schedule";
import { endAbandonedRun } from "./end-abandoned-run";
import { beginSchedules, deleteUnstartedRun, dueDomains, postponeAudits, silentRuns, type RunRow } from "../../repo";
import { auditLease, type AuditShard } from "./start-due-audits";

/** Domains per message. Starting one takes about six subrequests. */
const SHARD = 50;
/** Domains per step: one query, one update and one call of sendBatch. */
const DUE_A_STEP = 2_000;

/**
 * Cron: sends shards of the domains whose audit is due (`auditFrequency`). Each domain is postponed first, so that it is
 * sent again only if its message is lost. A late tick sends what an earlier one missed.
 */
export async function startScheduledRuns(env: Bindings, now: number): Promise<string | null> {
  const db = openDb(env.DB);
  const slots = auditSlots(now);
  const due = await dueDomains(db, slots, now, DUE_A_STEP);
  await beginSchedules(db, due, slots.day);
  await postponeAudits(
    db,
    due.map((id) => ({ id, notBefore: auditLease(now) })),
  );
  const shards = Array.from({ length: Math.ceil(due.length / SHARD) }, (_, i): AuditShard => {
    return { kind: "audits", ids: due.slice(i * SHARD, (i + 1) * SHARD), at: now };
  });
  await sendAll<AuditShard>(env.HOUSEKEEPING_QUEUE, shards);
  return due.length < DUE_A_STEP ? null : "more";
}

const SILENT_MS = 5 * MINUTE_MS;
const SWEPT_A_STEP = 50;

/**
 * Ends runs without a lock, left over from a crash between the two writes. A run that still holds its lock is left to
 * its own watchdog. A scheduled run that never began gives its slot back.
 */
export async function sweepSilentRuns(
  env: Bindings,
  _now?: number,
  after: string | null = null,
): Promise<string | null> {
  // Uses the real clock: heartbeats are real times, not scheduled ones.
  const now = Date.now();
  const runs = await silentRuns(openDb(env.DB), now - SILENT_MS, after ?? "", SWEPT_A_STEP);
  for (const run of runs) {
    try {
      await sweepRun(env, run, now);
    } catch (error) {
      log("error", "silent_run_not_swept", { runId: run.id, error: String(error) });
    }
  }
  return runs.length < SWEPT_A_STEP ? null : runs.at(-1)!.id;
}

async function sweepRun(env: Bindings, run: RunRow, now: number): Promise<void> {
  if ((await stubOf(env, run.domainId).activeRun()) === run.id) return;
  if (run.status === "queued" && run.trigger === "schedule") await deleteUnstartedRun(openDb(env.DB), run.id);
  else await endAbandonedRun(env, run, now);
}
