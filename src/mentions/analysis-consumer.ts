import { findDomainById } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { log } from "../lib/text/log";
import { AnalysisJob } from "./analyse/analysis-job";
import { noteReason } from "../lib/platform/failed-message";
import { readMessage } from "../lib/platform/read-message";
import { makeReport } from "./report/make-report";
import { replayBatch } from "./analyse/replay-analysis";
import { beginReport, endReport } from "./repo/reports";

/** Makes due reports and repeats analyses. Both are idempotent, so a message delivered twice does no harm. */
export async function consumeAnalysisJobs(batch: MessageBatch, env: Bindings): Promise<void> {
  for (const message of batch.messages) {
    const job = readMessage(AnalysisJob, batch.queue, message);
    if (!job) continue;
    try {
      await work(env, job);
      message.ack();
    } catch (error) {
      log("error", "analysis_job_failed", { kind: job.kind, domainId: job.domainId, error: String(error) });
      noteReason(message, error);
      message.retry();
    }
  }
}

async function work(env: Bindings, job: AnalysisJob): Promise<void> {
  if (job.kind === "replay") return replayBatch(env, job.domainId, job.fromDay);
  return makeDueReport(env, job.domainId, job.at);
}

async function makeDueReport(env: Bindings, domainId: string, at: number): Promise<void> {
  const db = openDb(env.DB);
  const maker = crypto.randomUUID();
  if (!(await beginReport(db, domainId, maker))) return;
  const domain = await findDomainById(db, domainId);
  if (domain) await makeReport(env, domain, at);
  await endReport(db, domainId, maker);
}
