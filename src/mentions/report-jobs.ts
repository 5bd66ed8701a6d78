import { openDb } from "../db/client";
import type { Bindings } from "../env";
import type { AnalysisJob } from "./analysis-job";
import { windowOf } from "./core/report/scene";
import { forceReports, readyReports } from "./repo/reports";

/** Reports sent for at one tick; the rest are found at the next. */
const MOST = 5_000;
/** Most messages that one sendBatch takes. */
const BATCH = 100;

/** Cron, daily: every domain with answers in the seven days that end today gets its report, whatever is still open. */
export async function requestDailyReports(env: Bindings, now: number): Promise<void> {
  await forceReports(openDb(env.DB), windowOf(now));
  await sendDueReports(env, now);
}

/** Cron: sends for the reports whose window is complete. A mark stays until its report is made, so nothing is lost. */
export async function sendDueReports(env: Bindings, now: number): Promise<void> {
  const ready = await readyReports(openDb(env.DB), windowOf(now), MOST);
  const messages = ready.map((domainId) => ({ body: { kind: "report", domainId, at: now } satisfies AnalysisJob }));
  for (let i = 0; i < messages.length; i += BATCH) await env.ANALYSIS_QUEUE.sendBatch(messages.slice(i, i + BATCH));
}
