import type { Caller } from "../../../accounts";
import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { ApiError } from "../../../errors/api-error";
import { readableRun } from "../results/stream-run";
import { stubOf } from "../../crawl/frontier/stub-of";
import { endAbandonedRun } from "../start/end-abandoned-run";

/**
 * Ends an active run early and keeps the pages it has. Repeating it changes nothing.
 * @throws ApiError with the codes of readableRun, or `run_not_active` if the run has ended.
 */
export async function cancelRun(env: Bindings, caller: Caller, runId: string, now: number): Promise<void> {
  const run = await readableRun(openDb(env.DB), caller, runId);
  if (run.completedAt !== null)
    throw new ApiError("run_not_active", "The audit has already ended.", { status: run.status });
  // A row without a lock is left over from a crash: nothing else would end it before the next start.
  if (!(await stubOf(env, run.domainId).cancel(runId))) await endAbandonedRun(env, run, now);
}
