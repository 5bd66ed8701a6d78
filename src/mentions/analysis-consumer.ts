import * as z from "zod";
import { findDomainById } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { log } from "../http/log";
import { makeReport } from "./make-report";
import { clearDue, findDue } from "./repo/reports";

/** `at`: the tick that asked, epoch ms; its day is the report's. */
const AnalysisJob = z.object({ kind: z.literal("report"), domainId: z.string().min(1), at: z.number() });
export type AnalysisJob = z.infer<typeof AnalysisJob>;

/** Makes due reports. A job that comes twice finds nothing due, or makes the same report again. */
export async function consumeAnalysisJobs(batch: MessageBatch, env: Bindings): Promise<void> {
  for (const message of batch.messages) {
    const job = AnalysisJob.safeParse(message.body);
    try {
      if (job.success) await makeDueReport(env, job.data.domainId, job.data.at);
      message.ack();
    } catch (error) {
      log("error", "analysis_job_failed", { job: message.body, error: String(error) });
      message.retry();
    }
  }
}

async function makeDueReport(env: Bindings, domainId: string, at: number): Promise<void> {
  const db = openDb(env.DB);
  const due = await findDue(db, domainId);
  if (!due) return;
  const domain = await findDomainById(db, domainId);
  if (domain) await makeReport(env, domain, at);
  await clearDue(db, domainId, due.mark);
}
