import * as z from "zod";
import { copyRemovedHost, dropDeletedDomain, isDeletedDomain, listDeletedDomains } from "./accounts";
import { deleteVisits } from "./analytics";
import { deleteAudits } from "./audit";
import { openDb } from "./db/client";
import type { Bindings } from "./env";
import { HOUR_MS } from "./lib/time";
import { log } from "./http/log";
import { deletePrompts } from "./mentions";
import { deleteSnapshots } from "./prerender";

type Purger = (env: Bindings, domainId: string, now: number) => Promise<void>;

/** What every area keeps of a domain, each deleted so that doing it again changes nothing. */
const PURGERS: readonly Purger[] = [
  deleteSnapshots,
  deleteAudits,
  (env, domainId) => deleteVisits(openDb(env.DB), domainId),
  (env, domainId) => deletePrompts(openDb(env.DB), domainId),
  (env, domainId, now) => copyRemovedHost(env, openDb(env.DB), domainId, now),
];

/** Late messages may still bring a visit or a snapshot: the last purge comes this long after the removal. */
const LAST_PURGE_AFTER_MS = HOUR_MS;
const RESENT_AT_ONCE = 100;

const PurgeMessage = z.object({ domainId: z.string().min(1), last: z.boolean() });
type PurgeMessage = z.infer<typeof PurgeMessage>;

/** Deletes everything of a removed domain, and with the last purge its row; a domain that is in use is left alone. */
async function purgeDomain(env: Bindings, { domainId, last }: PurgeMessage, now: number): Promise<void> {
  const db = openDb(env.DB);
  if (!(await isDeletedDomain(db, domainId))) return;
  for (const purge of PURGERS) await purge(env, domainId, now);
  if (last) await dropDeletedDomain(db, domainId);
}

export async function consumePurges(batch: MessageBatch, env: Bindings): Promise<void> {
  for (const message of batch.messages) {
    const parsed = PurgeMessage.safeParse(message.body);
    try {
      if (parsed.success) await purgeDomain(env, parsed.data, Date.now());
      message.ack();
    } catch (error) {
      log("warn", "purge_failed", { message: message.body, error: String(error) });
      message.retry();
    }
  }
}

/** Sends every removed domain to its purge again, until the last one. Finds what a lost message left undone. */
export async function resendPurges(env: Bindings, now: number): Promise<void> {
  for (const { id, deletedAt } of await listDeletedDomains(openDb(env.DB), RESENT_AT_ONCE)) {
    const message: PurgeMessage = { domainId: id, last: deletedAt !== null && deletedAt <= now - LAST_PURGE_AFTER_MS };
    await env.HOUSEKEEPING_QUEUE.send(message);
  }
}
