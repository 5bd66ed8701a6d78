import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { expireRuns, stalledRuns } from "../repo/runs";
import { sendRuns } from "./send-runs";

/** Runs that one step ends or sends again. */
const RUNS_A_STEP = 2_000;

/**
 * Cron: recovers stuck runs. Ends runs past their deadline and resends runs whose message was lost or whose worker
 * died. Leases and deadlines use real time, so the tick's time is ignored.
 */
export async function sweepRuns(env: Bindings, _now?: number, after: string | null = null): Promise<string | null> {
  const db = openDb(env.DB);
  const now = Date.now();
  const expired = await expireRuns(db, now, RUNS_A_STEP);
  if (expired > 0) log("warn", "prompt_runs_expired", { runs: expired });
  if (expired === RUNS_A_STEP) return after ?? "";
  const stalled = await stalledRuns(db, now, after ?? "", RUNS_A_STEP);
  await sendRuns(env, stalled);
  return stalled.length < RUNS_A_STEP ? null : stalled.at(-1)!.id;
}
