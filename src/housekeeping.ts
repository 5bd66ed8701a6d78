import * as z from "zod";
import { JOBS, type JobName } from "./crons";
import type { Bindings } from "./env";
import { log } from "./lib/log";
import { readMessage } from "./lib/read-message";
import { purgeDomain, PurgeMessage } from "./purge-domain";
import { runJob } from "./run-job";

/** Job steps per message. */
const STEPS = 3;

const HousekeepingMessage = z.union([
  PurgeMessage,
  z.object({ job: z.enum(Object.keys(JOBS) as JobName[]), at: z.number(), after: z.string().nullable() }),
]);

/** Handles purges of removed domains and jobs that a cron could not finish. Messages may be delivered twice. */
export async function consumeHousekeeping(batch: MessageBatch, env: Bindings): Promise<void> {
  for (const message of batch.messages) {
    const body = readMessage(HousekeepingMessage, batch.queue, message);
    if (!body) continue;
    try {
      if ("job" in body) await runJob(env, body, STEPS);
      else await purgeDomain(env, body, Date.now());
      message.ack();
    } catch (error) {
      const about = "job" in body ? { job: body.job } : { domainId: body.domainId };
      log("warn", "housekeeping_failed", { ...about, error: String(error) });
      message.retry();
    }
  }
}
