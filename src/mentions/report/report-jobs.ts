import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import type { AnalysisJob } from "../analyse/analysis-job";
import { sendAll } from "../../lib/platform/send-all";
import { windowOf } from "../core/report/figures/scene";
import { forceReports, readyReports } from "../repo/reports";

const SENT_A_STEP = 1_000;

/** Daily cron: requests a report for every domain with answers in the seven days ending today, even if runs are open. */
export async function requestDailyReports(
  env: Bindings,
  now: number,
  after: string | null = null,
): Promise<string | null> {
  if (after === null) await forceReports(openDb(env.DB), windowOf(now));
  return sendDueReports(env, now, after);
}

/** Cron: requests the reports whose window is complete. A mark stays until its report is made, so none is lost. */
export async function sendDueReports(env: Bindings, now: number, after: string | null = null): Promise<string | null> {
  const ready = await readyReports(openDb(env.DB), windowOf(now), after ?? "", SENT_A_STEP);
  const jobs = ready.map((domainId): AnalysisJob => ({ kind: "report", domainId, at: now }));
  await sendAll<AnalysisJob>(env.ANALYSIS_QUEUE, jobs);
  return ready.length < SENT_A_STEP ? null : ready.at(-1)!;
}
