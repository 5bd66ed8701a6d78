import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { log } from "../http/log";
import { expireRuns, stalledRuns } from "./repo/runs";
import { sendRuns } from "./send-runs";

/** Runs sent again at one tick; more are found at the next. */
const MOST = 2_000;

/**
 * Cron: no run is left lying. Those past their deadline end; those whose message was lost, or whose worker died, are sent
 * again. Leases and deadlines are the workers' real time, so the tick's own time is not looked at.
 */
export async function sweepRuns(env: Bindings): Promise<void> {
  const db = openDb(env.DB);
  const now = Date.now();
  const expired = await expireRuns(db, now);
  if (expired > 0) log("warn", "prompt_runs_expired", { runs: expired });
  await sendRuns(env, await stalledRuns(db, now, MOST));
}
