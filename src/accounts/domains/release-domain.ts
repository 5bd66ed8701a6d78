import type { Bindings } from "../../env";
import { openDb } from "../../db/client";
import { ApiError } from "../../errors/api-error";
import { log } from "../../lib/text/log";
import { copyHost } from "./copy-host";
import { findDomainById } from "../repo/domains";
import { markReleased } from "../repo/ownership";
import { actionRow, type Action } from "../repo/record-action";

export type OwnershipEnv = Pick<
  Bindings,
  "DB" | "KV" | "OWNERSHIP_QUEUE" | "ALLOW_PRIVATE_HOSTS" | "API_HOSTS" | "DNS_RESOLVER_URL"
>;

/** Messages of the ownership queue. */
export type OwnershipMessage =
  | { kind: "sweep"; after: string; at: number }
  | { kind: "check"; domainId: string; at: number }
  | { kind: "released"; domainId: string };

/**
 * Ends an account's ownership of a domain. The account keeps the domain, but unverified and with a new token, and its
 * snapshots are purged. The next account that proves the domain owns it.
 * @throws ApiError `domain_not_found`.
 */
export async function releaseDomain(env: OwnershipEnv, id: string, actor: Action["actor"], now: number): Promise<void> {
  const db = openDb(env.DB);
  const row = await findDomainById(db, id);
  const action = row && { accountId: row.accountId, actor, action: "domain.released", target: row.domain };
  if (!action || !(await markReleased(db, id, now, actionRow(action, now))))
    throw new ApiError("domain_not_found", "No verified domain has this id.");
  await copyHost(env, db, row.domain, now);
  await sendReleased(env, id);
}

/** Queues the purge of a released domain's snapshots; the 15-minute cron resends lost messages. */
export async function sendReleased(env: Pick<OwnershipEnv, "OWNERSHIP_QUEUE">, domainId: string): Promise<void> {
  try {
    await env.OWNERSHIP_QUEUE.send({ kind: "released", domainId } satisfies OwnershipMessage);
  } catch (error) {
    log("warn", "release_not_sent", { domainId, error: String(error) });
  }
}
