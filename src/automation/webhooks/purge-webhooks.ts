import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { endpointOf } from "./send-events";
import { dropWebhook, webhooksOfDeletedAccounts, webhooksOfDomain } from "./webhook-repo";

/** Deletes the endpoints of a removed domain, and what the account's other endpoints keep about it. Repeatable. */
export async function purgeWebhooks(env: Bindings, domainId: string): Promise<boolean> {
  const db = openDb(env.DB);
  for (const row of await webhooksOfDomain(db, domainId)) {
    if (row.domainId === null) {
      await endpointOf(env, row.id).dropDomain(domainId);
      continue;
    }
    await endpointOf(env, row.id).purge();
    await dropWebhook(db, row.id);
  }
  return true;
}

const PURGED_A_STEP = 100;

/**
 * Job: deletes the endpoints of deleted accounts, whose rows are kept until then. If one fails, the next tick tries
 * again.
 */
export async function purgeGoneWebhooks(env: Bindings, _now: number, after: string | null): Promise<string | null> {
  const db = openDb(env.DB);
  const gone = await webhooksOfDeletedAccounts(db, after ?? "", PURGED_A_STEP);
  for (const { id } of gone) {
    try {
      await endpointOf(env, id).purge();
      await dropWebhook(db, id);
    } catch (error) {
      log("warn", "webhook_not_purged", { webhookId: id, error: String(error) });
    }
  }
  return gone.length < PURGED_A_STEP ? null : gone.at(-1)!.id;
}
