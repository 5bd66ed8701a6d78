import { JOBS, type JobName, type JobStep } from "./crons";
import type { Bindings } from "./env";

/** Where a job continues. `at` is the scheduled time of its tick. */
export interface JobMessage {
  job: JobName;
  at: number;
  after: string | null;
}

/**
 * Runs some steps of a job and queues a message for the rest, until nothing is due. Each message stays within the
 * limits of one invocation, and other messages of the queue get their turn in between.
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
