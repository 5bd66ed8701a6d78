import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { apiKey, domain } from "../../db/schema";
import { logIfChanged, type ActionRow } from "./actions";
import { keyColumns } from "./credentials";
import { isAbandoned } from "./sign-ups";

/**
 * Suspends an account and its domains in one transaction; a null suspension lifts it. Returns false if the account does
 * not exist.
 */
export async function setSuspension(
  db: Db,
  id: string,
  suspension: { at: number; reason: string | null } | null,
  action: ActionRow,
): Promise<boolean> {
  const at = suspension?.at ?? null;
  const [changed] = await runBatch(db, [
    sql`UPDATE account SET suspended_at = ${at}, suspended_reason = ${suspension?.reason ?? null} WHERE id = ${id} AND deleted_at IS NULL`,
    logIfChanged(action),
    sql`UPDATE domain SET suspended_at = (SELECT suspended_at FROM account WHERE id = ${id}) WHERE account_id = ${id}`,
    // Sign-ins that wait for a code.
    sql`DELETE FROM verification WHERE value IN (SELECT user_id FROM membership WHERE account_id = ${id})`,
  ]);
  return changed!.meta.changes > 0;
}

/**
 * Deletes an account's users, sessions, keys, tokens and domains in one transaction. The account row stays until its
 * domains are purged. Returns false if the account was already deleted, or is not a sign-up that was abandoned `before`.
 */
export async function markAccountDeleted(
  db: Db,
  id: string,
  now: number,
  action: ActionRow,
  abandonedBefore: number | null = null,
): Promise<boolean> {
  const only = abandonedBefore === null ? sql`1` : isAbandoned(abandonedBefore, now);
  const ofDeleted = sql`account_id = (SELECT id FROM account WHERE id = ${id} AND deleted_at IS NOT NULL)`;
  const [changed] = await runBatch(db, [
    sql`UPDATE account SET deleted_at = ${now} WHERE id = ${id} AND deleted_at IS NULL AND ${only}`,
    logIfChanged(action),
    sql`UPDATE domain SET deleted_at = ${now}, verified_at = NULL WHERE ${ofDeleted} AND deleted_at IS NULL`,
    sql`UPDATE api_key SET revoked_at = ${now} WHERE ${ofDeleted} AND revoked_at IS NULL`,
    sql`UPDATE stats_token SET revoked_at = ${now} WHERE ${ofDeleted} AND revoked_at IS NULL`,
    sql`DELETE FROM user WHERE id IN (SELECT user_id FROM membership WHERE ${ofDeleted})`,
    sql`DELETE FROM invitation WHERE ${ofDeleted}`,
  ]);
  return changed!.meta.changes > 0;
}

/** A part of the account's removed domains, with ids after `after`. */
export async function removedDomainIds(db: Db, accountId: string, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: domain.id })
    .from(domain)
    .where(and(eq(domain.accountId, accountId), gt(domain.id, after), sql`${domain.deletedAt} IS NOT NULL`))
    .orderBy(asc(domain.id))
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

const GONE = sql`SELECT id FROM account WHERE deleted_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM domain WHERE domain.account_id = account.id)
  AND NOT EXISTS (SELECT 1 FROM webhook WHERE webhook.account_id = account.id)`;

/** Deletes up to `limit` log rows of accounts whose domains are purged; returns how many. */
export async function deleteGoneLogs(db: Db, limit: number): Promise<number> {
  const result = await db.run(
    sql`DELETE FROM action_log WHERE rowid IN (SELECT rowid FROM action_log WHERE account_id IN (${GONE}) LIMIT ${limit})`,
  );
  return result.meta.changes;
}

/** Drops deleted accounts whose domains are purged. Their keys and tokens go by cascade. */
export async function dropGoneAccounts(db: Db): Promise<void> {
  await runBatch(db, [
    // Removes users added while the account was being deleted.
    sql`DELETE FROM user WHERE id IN (SELECT user_id FROM membership WHERE account_id IN (${GONE}))`,
    sql`DELETE FROM account WHERE id IN (${GONE})`,
  ]);
}

export interface RowsQuery {
  accountId?: string;
  cursor: string;
  limit: number;
}

/** Domains of one account, or of all accounts, ordered by id, without their settings. */
export function pageOfDomains(db: Db, { accountId, domain: name, cursor, limit }: RowsQuery & { domain?: string }) {
  const { id, accountId: owner, verifiedAt, verificationMethod, proofSeenAt, proofLostAt } = domain;
  const { origin, originProof, wantedOrigin, suspendedAt, createdAt } = domain;
  const ownership = { verifiedAt, verificationMethod, proofSeenAt, proofLostAt };
  const place = { origin, originProof, wantedOrigin, suspendedAt, createdAt };
  return db
    .select({ id, accountId: owner, domain: domain.domain, ...ownership, ...place })
    .from(domain)
    .where(
      and(
        gt(domain.id, cursor),
        isNull(domain.deletedAt),
        accountId === undefined ? undefined : eq(domain.accountId, accountId),
        name === undefined ? undefined : eq(domain.domain, name),
      ),
    )
    .orderBy(asc(domain.id))
    .limit(limit)
    .all();
}

/** API keys of one account, or of all accounts, ordered by id. */
export function pageOfKeys(db: Db, { accountId, cursor, limit }: RowsQuery) {
  return db
    .select({ ...keyColumns, accountId: apiKey.accountId })
    .from(apiKey)
    .leftJoin(domain, eq(domain.id, apiKey.domainId))
    .where(and(gt(apiKey.id, cursor), accountId === undefined ? undefined : eq(apiKey.accountId, accountId)))
    .orderBy(asc(apiKey.id))
    .limit(limit)
    .all();
}
