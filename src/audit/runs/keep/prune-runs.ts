import { limitsOf } from "../../../accounts";
import { openDb } from "../../../db/client";
import { DAY_MS } from "../../../lib/time/time";
import { stubOf } from "../../crawl/frontier/stub-of";
import { dropRuns, outdatedRuns, planOfDomain, pruneParts } from "../../repo";
import type { PagesEnv } from "../pages/run-pages";
import { deleteArchives } from "../pages/archive-bucket";

/** Runs per call, and so D1's parameters per statement; the next tick takes the others. */
const RUNS = 50;
/** Trends show which pages are known, for audits of new pages only. They stay for at least a year. */
const MIN_TREND_DAYS = 365;

/**
 * Deletes the runs of a domain that are older than its plan's history, with their archives and analyses. The latest
 * finished one stays. Archives and analyses go first: a run that still has its row is found again.
 */
export async function pruneRuns(env: PagesEnv, domainId: string, now: number): Promise<void> {
  const db = openDb(env.DB);
  const account = await planOfDomain(db, domainId);
  if (!account) return;
  const { historyDays } = limitsOf(account.plan, account.overrides);
  const ids = await outdatedRuns(db, domainId, now - historyDays * DAY_MS, RUNS);
  const stub = stubOf(env, domainId);
  for (const id of ids) await deleteArchives(env, domainId, id);
  if (ids.length > 0) {
    await stub.dropAnalyses(ids);
    await dropRuns(db, ids);
    await pruneParts(db, domainId);
  }
  await stub.pruneTrends(now - Math.max(historyDays, MIN_TREND_DAYS) * DAY_MS);
}
