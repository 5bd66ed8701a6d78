import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { runBatch, type Db } from "../db/client";
import { apiKey, domain } from "../db/schema";
import { logIfChanged, type ActionRow } from "./action-repo";

/** Holds an account back, with its domains, or lets it go (`at` null); all in one transaction. False: there is no such account. */
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
  ]);
  return changed!.meta.changes > 0;
}

/**
 * Ends an account at once: its users with their sessions, its keys, tokens and domains; all in one transaction. The row stays
 * until the purge of its domains has ended. False: it was deleted before.
 */
export async function markAccountDeleted(db: Db, id: string, now: number, action: ActionRow): Promise<boolean> {
  const [changed] = await runBatch(db, [
    sql`UPDATE account SET deleted_at = ${now} WHERE id = ${id} AND deleted_at IS NULL`,
    logIfChanged(action),
    sql`UPDATE domain SET deleted_at = ${now}, verified_at = NULL WHERE account_id = ${id} AND deleted_at IS NULL`,
    sql`UPDATE api_key SET revoked_at = ${now} WHERE account_id = ${id} AND revoked_at IS NULL`,
    sql`UPDATE stats_token SET revoked_at = ${now} WHERE account_id = ${id} AND revoked_at IS NULL`,
    sql`DELETE FROM user WHERE id IN (SELECT user_id FROM membership WHERE account_id = ${id})`,
    sql`DELETE FROM invitation WHERE account_id = ${id}`,
  ]);
  return changed!.meta.changes > 0;
}

/** An account's removed domains, some after an id. */
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
  AND NOT EXISTS (SELECT 1 FROM domain WHERE domain.account_id = account.id)`;

/** Deletes some of the log of accounts whose domains are purged. How many rows. */
export async function deleteGoneLogs(db: Db, limit: number): Promise<number> {
  const result = await db.run(
    sql`DELETE FROM action_log WHERE rowid IN (SELECT rowid FROM action_log WHERE account_id IN (${GONE}) LIMIT ${limit})`,
  );
  return result.meta.changes;
}

/** Drops deleted accounts whose domains are purged, and by cascade their keys and tokens. */
export async function dropGoneAccounts(db: Db): Promise<void> {
  await runBatch(db, [
    // Users added while the account was being deleted.
    sql`DELETE FROM user WHERE id IN (SELECT user_id FROM membership WHERE account_id IN (${GONE}))`,
    sql`DELETE FROM account WHERE id IN (${GONE})`,
  ]);
}

export interface RowsQuery {
  accountId?: string;
  cursor: string;
  limit: number;
}

/** Domains of an account, or of all, in the order of their ids. */
export function pageOfDomains(db: Db, { accountId, domain: name, cursor, limit }: RowsQuery & { domain?: string }) {
  return db
    .select()
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

/** API keys of an account, or of all, in the order of their ids. */
export function pageOfKeys(db: Db, { accountId, cursor, limit }: RowsQuery) {
  return db
    .select({
      id: apiKey.id,
      accountId: apiKey.accountId,
      name: apiKey.name,
      domain: domain.domain,
      prefix: apiKey.prefix,
      createdAt: apiKey.createdAt,
      lastUsedAt: apiKey.lastUsedAt,
      revokedAt: apiKey.revokedAt,
    })
    .from(apiKey)
    .leftJoin(domain, eq(domain.id, apiKey.domainId))
    .where(and(gt(apiKey.id, cursor), accountId === undefined ? undefined : eq(apiKey.accountId, accountId)))
    .orderBy(asc(apiKey.id))
    .limit(limit)
    .all();
}
