import { openDb } from "../../../db/client";
import { log } from "../../../lib/text/log";
import { DAY_MS } from "../../../lib/time/time";
import { stubOf } from "../../crawl/frontier/stub-of";
import { archiveRun } from "./archive-run";
import { moveAnalyses } from "./move-analyses";
import { pruneRuns } from "./prune-runs";
import { runsToMove, unarchivedRuns } from "../../repo";
import type { PagesEnv } from "../pages/run-pages";

const ARCHIVE_AFTER_MS = 7 * DAY_MS;
/** Runs archived or moved per call; the next tick takes the others. */
const RUNS = 50;

/**
 * A domain's daily work: archives runs that ended at least seven days before `now`, except one that can still be
 * continued, moves analyses of 1.0.0 to the domain's object, and deletes runs that are older than the plan's history and pages whose run is archived or gone. Repeating it
 * changes nothing; what fails is logged and left to the next tick.
 */
export async function upkeepAudits(env: PagesEnv, domainId: string, now: number): Promise<void> {
  try {
    const before = now - ARCHIVE_AFTER_MS;
    const runs = await runsToMove(openDb(env.DB), domainId, before, RUNS);
    await moveAnalyses(
      env,
      domainId,
      runs.filter(({ parts }) => parts !== null),
    );
    const due = runs.filter(({ completedAt, archiveKey }) => completedAt! < before && archiveKey === null);
    // The run that continues one that was cut off takes its pages from the object.
    const parked = due.length > 0 ? await stubOf(env, domainId).parkedRun(now) : null;
    for (const run of due) if (run.id !== parked) await archiveRun(env, run);
    await pruneRuns(env, domainId, now);
    await dropDeadPages(env, domainId);
  } catch (error) {
    log("error", "audit_upkeep_failed", { domainId, error: String(error) });
  }
}

async function dropDeadPages(env: PagesEnv, domainId: string): Promise<void> {
  const stub = stubOf(env, domainId);
  const stored = await stub.storedRuns();
  if (stored.length === 0) return;
  const living = await unarchivedRuns(openDb(env.DB), stored);
  for (const id of stored) if (!living.has(id)) await stub.dropPages(id);
}
