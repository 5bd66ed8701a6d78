import { openDb } from "../../db/client";
import { log } from "../../lib/log";
import { DAY_MS } from "../../lib/time";
import { stubOf } from "../crawl/frontier/stub-of";
import { archiveRun } from "./archive-run";
import { pruneRuns } from "./prune-runs";
import { packOldRuns, runsToArchive, unarchivedRuns } from "./repo";
import type { PagesEnv } from "./run-pages";

const ARCHIVE_AFTER_MS = 7 * DAY_MS;
/** Runs archived, and rows made smaller, per call; the next tick takes the others. */
const RUNS = 50;
/** Calls of the object per tick that move what an earlier release left in D1. */
const MOVES = 25;

/**
 * A domain's daily work: moves what an earlier release left in D1 and makes the rows of its runs small, archives runs that
 * ended at least seven days before `now`, except one that can still be continued, and deletes runs that are older than the plan's history and pages whose run is
 * archived or gone. Repeating it changes nothing; what fails is logged and left to the next tick.
 */
export async function upkeepAudits(env: PagesEnv, domainId: string, now: number): Promise<void> {
  try {
    if (!(await hasMoved(env, domainId))) return;
    const due = await runsToArchive(openDb(env.DB), domainId, now - ARCHIVE_AFTER_MS, RUNS);
    // The run that continues a cut one takes its pages from the object.
    const parked = due.length > 0 ? await stubOf(env, domainId).parkedRun(now) : null;
    for (const run of due) if (run.id !== parked) await archiveRun(env, run);
    await packOldRuns(openDb(env.DB), domainId, RUNS);
    await pruneRuns(env, domainId, now);
    await dropDeadPages(env, domainId);
  } catch (error) {
    log("error", "audit_upkeep_failed", { domainId, error: String(error) });
  }
}

async function hasMoved(env: PagesEnv, domainId: string): Promise<boolean> {
  const stub = stubOf(env, domainId);
  for (let call = 0; call < MOVES; call++) if (await stub.move(domainId)) return true;
  return false;
}

async function dropDeadPages(env: PagesEnv, domainId: string): Promise<void> {
  const stub = stubOf(env, domainId);
  const stored = await stub.storedRuns();
  if (stored.length === 0) return;
  const living = await unarchivedRuns(openDb(env.DB), stored);
  for (const id of stored) while (!living.has(id) && !(await stub.dropPages(id)));
}
