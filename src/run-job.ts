import { JOBS, type JobName, type JobStep } from "./crons";
import type { Bindings } from "./env";

/** Where a job continues: `at` is the scheduled time of its tick. */
export interface JobMessage {
  job: JobName;
  at: number;
  after: string | null;
}

/**
 * Makes some steps of a job and sends a message for the rest. A tick goes on so until nothing is due, each message within
 * the limits of its own invocation, and other work of the queue takes its turns in between.
 */
export async function runJob(env: Bindings, { job, at, after }: JobMessage, steps: number): Promise<void> {
  const step: JobStep = JOBS[job];
  let next = after;
  for (let made = 0; made < steps; made++) {
    next = await step(env, at, next);
    if (next === null) return;
  }
  await env.HOUSEKEEPING_QUEUE.send({ job, at, after: next } satisfies JobMessage);
}
