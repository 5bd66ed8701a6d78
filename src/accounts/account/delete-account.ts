import type { Bindings } from "../../env";
import { openDb } from "../../db/client";
import { ApiError } from "../../errors/api-error";
import { log } from "../../lib/text/log";
import { deleteGoneLogs, dropGoneAccounts, markAccountDeleted, removedDomainIds } from "../repo/account-state";
import { copyRemovedHost } from "../domains/copy-host";
import type { SessionCaller } from "../core/caller";
import { verifyPassword } from "../core/password";
import { passwordHashOf } from "../repo/members";
import { actionRow, actorOf, type Action } from "../repo/record-action";
import { throttlePassword } from "../throttle/throttle-sign-in";

/** The most messages that sendBatch accepts. */
const BATCH = 100;
/** Action log rows deleted per statement. */
const LOG_ROWS = 5_000;
const STATEMENTS_A_STEP = 60;

/**
 * Deletes an account. Its users, keys and domains are gone when this returns; a purge of each domain removes the rest.
 * The cron resends lost messages. Returns false if the account was already deleted, or is not a
 * sign-up that was abandoned before that time.
 */
export async function deleteAccount(
  env: Pick<Bindings, "DB" | "PURGE_QUEUE" | "KV">,
  accountId: string,
  actor: Action["actor"],
  now: number,
  abandonedBefore: number | null = null,
): Promise<boolean> {
  const db = openDb(env.DB);
  const action = { accountId, actor, action: "account.deleted", target: accountId };
  const isNew = await markAccountDeleted(db, accountId, now, actionRow(action, now), abandonedBefore);
  if (isNew) log("info", "account_deleted", { accountId, by: actor.kind });
  // An earlier call may have died here, so a repeated one does the rest.
  else if (abandonedBefore !== null) return false;
  try {
    for (let after = ""; ;) {
      const ids = await removedDomainIds(db, accountId, after, BATCH);
      if (ids.length > 0) await env.PURGE_QUEUE.sendBatch(ids.map((domainId) => ({ body: { domainId, last: false } })));
      // Serving reads the copies. Those that can't be deleted now are deleted by the purge.
      for (const id of ids)
        await copyRemovedHost(env, db, id, now).catch((error: unknown) =>
          log("warn", "host_not_copied", { domainId: id, error: String(error) }),
        );
      if (ids.length < BATCH) return isNew;
      after = ids.at(-1)!;
    }
  } catch (error) {
    log("warn", "purge_not_sent", { accountId, error: String(error) });
    return isNew;
  }
}

/**
 * Deletes the caller's account after checking the owner's password. Wrong passwords count as failures of this user.
 * @throws ApiError `invalid_credentials`, `rate_limited`.
 */
export async function deleteOwnAccount(
  env: Pick<Bindings, "DB" | "PURGE_QUEUE" | "KV" | "RATE_LIMITER">,
  caller: SessionCaller,
  password: string,
  now: number,
): Promise<void> {
  const attempt = await throttlePassword(env, caller.userId);
  const hash = await passwordHashOf(openDb(env.DB), caller.userId);
  if (hash === null || !(await verifyPassword({ hash, password })))
    throw new ApiError("invalid_credentials", "The password is wrong.");
  await attempt.passed();
  await deleteAccount(env, caller.accountId, actorOf(caller), now);
}

/** Cron: drops the rows of deleted accounts whose domains are purged. */
export async function dropDeletedAccounts(env: Pick<Bindings, "DB">): Promise<string | null> {
  const db = openDb(env.DB);
  for (let statements = 0; (await deleteGoneLogs(db, LOG_ROWS)) === LOG_ROWS; statements++)
    if (statements === STATEMENTS_A_STEP) return "more";
  await dropGoneAccounts(db);
  return null;
}
