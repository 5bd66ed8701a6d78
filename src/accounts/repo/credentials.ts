import { and, desc, eq, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client";
import { account, apiKey, domain, statsToken } from "../../db/schema";
import { runLogged, type ActionRow } from "./actions";
import type { Limits, Plan } from "../core/plans";

/** Maximum active keys of an account; the same limit applies to its tokens. */
export const MOST_CREDENTIALS = 100;
/** Revoked ones kept as a record. Older ones are deleted; the action log still shows them. */
const MOST_REVOKED = 1_000;

const isFull = (table: SQL, accountId: string) =>
  sql`(SELECT count(*) FROM ${table} WHERE account_id = ${accountId} AND revoked_at IS NULL) >= ${MOST_CREDENTIALS}`;

async function forgetRevoked(db: Db, table: SQL, accountId: string): Promise<void> {
  const revoked = sql`FROM ${table} WHERE account_id = ${accountId} AND revoked_at IS NOT NULL`;
  await db.run(
    sql`DELETE ${revoked} AND id NOT IN (SELECT id ${revoked} ORDER BY revoked_at DESC, id LIMIT ${MOST_REVOKED})`,
  );
}

/** Inserts a key. False: the account has reached its limit, which the same statement checks. */
export async function insertApiKey(
  db: Db,
  row: Omit<typeof apiKey.$inferInsert, "lastUsedAt" | "revokedAt">,
  action: ActionRow,
): Promise<boolean> {
  const { id, accountId, domainId, name, prefix, hash, createdAt } = row;
  const table = sql`api_key`;
  const write = sql`INSERT INTO api_key (id, account_id, domain_id, name, prefix, hash, created_at)
    SELECT ${id}, ${accountId}, ${domainId ?? null}, ${name}, ${prefix}, ${hash}, ${createdAt} WHERE NOT ${isFull(table, accountId)}`;
  if (!(await runLogged(db, write, action))) return false;
  await forgetRevoked(db, table, accountId);
  return true;
}

/** The same for a stats token. */
export async function insertStatsToken(
  db: Db,
  row: Omit<typeof statsToken.$inferInsert, "lastUsedAt" | "revokedAt">,
  action: ActionRow,
): Promise<boolean> {
  const { id, accountId, domainId, prefix, hash, createdAt } = row;
  const table = sql`stats_token`;
  const write = sql`INSERT INTO stats_token (id, account_id, domain_id, prefix, hash, created_at)
    SELECT ${id}, ${accountId}, ${domainId}, ${prefix}, ${hash}, ${createdAt} WHERE NOT ${isFull(table, accountId)}`;
  if (!(await runLogged(db, write, action))) return false;
  await forgetRevoked(db, table, accountId);
  return true;
}

/** The columns that lists of API keys show. They need a join with the key's domain. */
export const keyColumns = {
  id: apiKey.id,
  name: apiKey.name,
  domain: domain.domain,
  prefix: apiKey.prefix,
  createdAt: apiKey.createdAt,
  lastUsedAt: apiKey.lastUsedAt,
  revokedAt: apiKey.revokedAt,
};

/** An account's API keys, including revoked ones, newest first. */
export function listApiKeys(db: Db, accountId: string) {
  return db
    .select(keyColumns)
    .from(apiKey)
    .leftJoin(domain, eq(domain.id, apiKey.domainId))
    .where(eq(apiKey.accountId, accountId))
    .orderBy(desc(apiKey.createdAt), desc(apiKey.id))
    .all();
}

/** An account's stats tokens, including revoked ones, newest first. */
export function listStatsTokens(db: Db, accountId: string) {
  return db
    .select({
      id: statsToken.id,
      domain: domain.domain,
      prefix: statsToken.prefix,
      createdAt: statsToken.createdAt,
      lastUsedAt: statsToken.lastUsedAt,
      revokedAt: statsToken.revokedAt,
    })
    .from(statsToken)
    .innerJoin(domain, eq(domain.id, statsToken.domainId))
    .where(eq(statsToken.accountId, accountId))
    .orderBy(desc(statsToken.createdAt), desc(statsToken.id))
    .all();
}

/**
 * Revokes an account's key. Revoking it again keeps the first timestamp. Returns false if the account has no such key.
 */
export async function revokeApiKey(
  db: Db,
  accountId: string,
  id: string,
  now: number,
  action: ActionRow,
): Promise<boolean> {
  const own = and(eq(apiKey.id, id), eq(apiKey.accountId, accountId));
  const write = db
    .update(apiKey)
    .set({ revokedAt: now })
    .where(and(own, isNull(apiKey.revokedAt)));
  return (await runLogged(db, write, action)) || (await db.$count(apiKey, own)) > 0;
}

/** The same for a stats token. */
export async function revokeStatsToken(
  db: Db,
  accountId: string,
  id: string,
  now: number,
  action: ActionRow,
): Promise<boolean> {
  const own = and(eq(statsToken.id, id), eq(statsToken.accountId, accountId));
  const write = db
    .update(statsToken)
    .set({ revokedAt: now })
    .where(and(own, isNull(statsToken.revokedAt)));
  return (await runLogged(db, write, action)) || (await db.$count(statsToken, own)) > 0;
}

export interface KeyRecord {
  id: string;
  accountId: string;
  plan: Plan;
  overrides: Partial<Limits> | null;
  suspendedAt: number | null;
  suspendedReason: string | null;
  scope: string | null;
  lastUsedAt: number | null;
}

/** The active key with this hash, with its account's plan and the name of the domain it is limited to. */
export function findKeyByHash(db: Db, hash: string): Promise<KeyRecord | undefined> {
  return db
    .select({
      id: apiKey.id,
      accountId: apiKey.accountId,
      plan: account.plan,
      overrides: account.limitOverrides,
      suspendedAt: account.suspendedAt,
      suspendedReason: account.suspendedReason,
      scope: domain.domain,
      lastUsedAt: apiKey.lastUsedAt,
    })
    .from(apiKey)
    .innerJoin(account, eq(account.id, apiKey.accountId))
    .leftJoin(domain, eq(domain.id, apiKey.domainId))
    .where(and(eq(apiKey.hash, hash), isNull(apiKey.revokedAt), isNull(domain.deletedAt), isNull(account.deletedAt)))
    .get();
}

export interface StatsTokenRecord {
  id: string;
  accountId: string;
  plan: Plan;
  overrides: Partial<Limits> | null;
  suspendedAt: number | null;
  suspendedReason: string | null;
  scope: string;
  lastUsedAt: number | null;
}

export function findStatsTokenByHash(db: Db, hash: string): Promise<StatsTokenRecord | undefined> {
  return db
    .select({
      id: statsToken.id,
      accountId: statsToken.accountId,
      plan: account.plan,
      overrides: account.limitOverrides,
      suspendedAt: account.suspendedAt,
      suspendedReason: account.suspendedReason,
      scope: domain.domain,
      lastUsedAt: statsToken.lastUsedAt,
    })
    .from(statsToken)
    .innerJoin(account, eq(account.id, statsToken.accountId))
    .innerJoin(domain, eq(domain.id, statsToken.domainId))
    .where(
      and(eq(statsToken.hash, hash), isNull(statsToken.revokedAt), isNull(domain.deletedAt), isNull(account.deletedAt)),
    )
    .get();
}

/** Records that a key was used, at most once per hour. */
export async function touchKey(db: Db, id: string, now: number, olderThan: number): Promise<void> {
  await db
    .update(apiKey)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKey.id, id), or(isNull(apiKey.lastUsedAt), lt(apiKey.lastUsedAt, olderThan))));
}

/** The same for a stats token. */
export async function touchStatsToken(db: Db, id: string, now: number, olderThan: number): Promise<void> {
  await db
    .update(statsToken)
    .set({ lastUsedAt: now })
    .where(and(eq(statsToken.id, id), or(isNull(statsToken.lastUsedAt), lt(statsToken.lastUsedAt, olderThan))));
}
