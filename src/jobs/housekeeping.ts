import * as z from "zod";
import { AuditShard, startDueAudits } from "../audit";
import { JOBS, type JobName } from "./crons";
import type { Bindings } from "../env";
import { log } from "../lib/text/log";
import { noteReason } from "../lib/platform/failed-message";
import { readMessage } from "../lib/platform/read-message";
import { renewDomains, RenewalShard } from "./renew-domains";
import { runJob } from "./run-job";
import { upkeepDomains, UpkeepMessage } from "./upkeep-domains";

/** Job steps per message. */
const STEPS = 3;

const JobMessage = z.object({
  job: z.enum(Object.keys(JOBS) as JobName[]),
  at: z.number(),
  after: z.string().nullable(),
});
const HousekeepingMessage = z.union([JobMessage, UpkeepMessage, AuditShard, RenewalShard]);
type HousekeepingMessage = z.infer<typeof HousekeepingMessage>;

/** Handles the jobs of crons and shards of their work. Messages may be delivered twice. */
export async function consumeHousekeeping(batch: MessageBatch, env: Bindings): Promise<void> {
  for (const message of batch.messages) {
    const body = readMessage(HousekeepingMessage, batch.queue, message);
    if (!body) continue;
    try {
      await act(env, body);
      message.ack();
    } catch (error) {
      log("warn", "housekeeping_failed", { ...aboutOf(body), error: String(error) });
      noteReason(message, error);
      message.retry();
    }
  }
}

async function act(env: Bindings, body: HousekeepingMessage): Promise<void> {
  if ("job" in body) return runJob(env, body, STEPS);
  if (body.kind === "audits") return startDueAudits(env, body);
  if (body.kind === "renewals") return renewDomains(env, body);
  return upkeepDomains(env, body);
}

function aboutOf(body: HousekeepingMessage) {
  if ("job" in body) return { job: body.job };
  return { kind: body.kind, ...("domainId" in body ? { domainId: body.domainId } : {}) };
}
