import type { Db } from "../../db/client";
import { bookedAttempt, JOB_LIMIT_MS, nextLook, readJob, type SurfaceJob } from "../core/job";
import type { PromptProgress } from "../core/progress";
import type { ProviderError } from "../core/provider-error";
import { JobFailed } from "../providers/job-failed";
import { settleCall } from "../repo/ledger";
import { awaitJob, type PromptRunRow } from "../repo/runs";

/** Has a job looked at again. One that works for too long is given up, as a failure of its attempt. */
export async function lookLater(
  db: Db,
  run: PromptRunRow,
  token: string,
  id: string,
  now: number,
): Promise<PromptProgress | JobFailed> {
  const before = readJob(run.job);
  const job: SurfaceJob = before
    ? { ...before, looks: before.looks + 1 }
    : { id, since: now, looks: 0, attempt: run.attempts };
  if (now - job.since > JOB_LIMIT_MS) {
    const late = new JobFailed("timeout", "the job took too long");
    const call = { ledger: "answers" as const, runId: run.id, attempt: bookedAttempt(run) };
    await settleCall(db, call, { outcome: late.kind, finishedAt: now });
    return late;
  }
  const againAt = nextLook(job, now);
  await awaitJob(db, run.id, token, JSON.stringify(job), againAt);
  return { againAt };
}

/** Whether a failure says nothing about the job, so that looking again may bring its answer. */
export const mayStillAnswer = (job: SurfaceJob | null, error: ProviderError, now: number): boolean =>
  job !== null && now - job.since <= JOB_LIMIT_MS && !(error instanceof JobFailed);
