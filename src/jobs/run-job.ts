import { CRONS, JOBS, type JobName, type JobPause, type JobStep } from "./crons";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { log } from "../lib/text/log";
import { recordTick } from "../operations/tick-repo";
import { sendAll } from "../lib/platform/send-all";
import { SECOND_MS } from "../lib/time/time";

/** Where a job continues. `at` is the scheduled time of its tick. */
export interface JobMessage {
  job: JobName;
  at: number;
  after: string | null;
}

/**
 * Handles a tick: sends one message per job of the cron expression and does no work itself, so that a slow or failing
 * job can't hold back another. Then records the tick for the operator. `at` is the tick's scheduled time in epoch ms.
 */
export async function sendJobs(
  env: Pick<Bindings, "HOUSEKEEPING_QUEUE" | "DB">,
  cron: string,
  at: number,
): Promise<void> {
  const jobs = (CRONS[cron] ?? []).map((job): JobMessage => ({ job, at, after: null }));
  await sendAll<JobMessage>(env.HOUSEKEEPING_QUEUE, jobs);
  try {
    await recordTick(openDb(env.DB), cron, at, Date.now());
  } catch (error) {
    log("warn", "tick_not_recorded", { cron, error: String(error) });
  }
}

/**
 * Runs some steps of a job and queues a message for the rest, until nothing is due. Each message stays within the
 * limits of one invocation, and other messages of the queue get their turn in between.
 */
export async function runJob(env: Bindings, { job, at, after }: JobMessage, steps: number): Promise<void> {
  const step: JobStep = JOBS[job];
  let next = after;
  for (let made = 0; made < steps; made++) {
    const result = await step(env, at, next);
    if (result === null) return;
    if (typeof result !== "string") return resumeLater(env, job, at, result);
    next = result;
  }
  await env.HOUSEKEEPING_QUEUE.send({ job, at, after: next } satisfies JobMessage);
}

async function resumeLater(env: Bindings, job: JobName, at: number, { after, waitMs }: JobPause): Promise<void> {
  const message: JobMessage = { job, at: at + waitMs, after };
  await env.HOUSEKEEPING_QUEUE.send(message, { delaySeconds: Math.ceil(waitMs / SECOND_MS) });
}
