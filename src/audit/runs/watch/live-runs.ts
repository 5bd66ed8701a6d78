import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { mapBounded } from "../../../lib/platform/async-pool";
import { stubOf } from "../../crawl/frontier/stub-of";
import { findRun, type RunRow } from "../../repo";
import { wholeRuns } from "../results/whole-runs";

const AT_ONCE = 10;

/** The runs with the pages that active ones have fetched so far: D1 gets the number when a run ends. */
export function liveRuns(env: Pick<Bindings, "DB" | "DOMAIN_AUDIT">, runs: readonly RunRow[]): Promise<RunRow[]> {
  return mapBounded(runs, AT_ONCE, async (run) => (run.completedAt === null ? liveRun(env, run) : run));
}

/** A run as its detail shows it: with its counts so far, or with its whole analyses. */
export async function shownRun(env: Pick<Bindings, "DB" | "DOMAIN_AUDIT">, run: RunRow): Promise<RunRow> {
  const [shown] = await wholeRuns(env, await liveRuns(env, [run]));
  return shown!;
}

async function liveRun(env: Pick<Bindings, "DB" | "DOMAIN_AUDIT">, run: RunRow): Promise<RunRow> {
  // A list is not lost because one object can't be reached.
  const progress = await stubOf(env, run.domainId)
    .progress(run.id)
    .catch(() => null);
  if (progress) return { ...run, pagesCrawled: progress.fetched };
  // The run has ended since it was read, or holds no lock.
  return (await findRun(openDb(env.DB), run.id)) ?? run;
}
