import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { account, actionLog, apiKey, credential, domain, membership, statsToken, user } from "../db/schema";
import type { ActionRow } from "./action-repo";
import type { Limits, Plan } from "./core/plans";

export type AccountRow = typeof account.$inferSelect;
export type DomainRow = typeof domain.$inferSelect;

export interface NewAccount {
  accountId: string;
  userId: string;
  email: string;
  name: string;
  passwordHash: string;
  plan: Plan;
  now: number;
}

/** Account, user, password, ownership and the log's row in one transaction. Fails on the email's unique index when it is taken. */
export async function insertAccount(db: Db, input: NewAccount, action: ActionRow): Promise<void> {
  const at = new Date(input.now);
  await db.batch([
    db.insert(user).values({ id: input.userId, name: input.name, email: input.email, createdAt: at, updatedAt: at }),
    db.insert(account).values({ id: input.accountId, plan: input.plan, createdAt: input.now }),
    db.insert(credential).values({
      id: crypto.randomUUID(),
      accountId: input.userId,
      providerId: "credential",
      userId: input.userId,
      password: input.passwordHash,
      createdAt: at,
      updatedAt: at,
    }),
    db
      .insert(membership)
      .values({ accountId: input.accountId, userId: input.userId, role: "owner", domains: null, createdAt: input.now }),
    db.insert(actionLog).values(action),
  ]);
}

export async function emailExists(db: Db, email: string): Promise<boolean> {
  const rows = await db.select({ id: user.id }).from(user).where(eq(user.email, email)).limit(1);
  return rows.length > 0;
}

export function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.select().from(account).where(eq(account.id, id)).get();
}

export function listAccounts(db: Db, limit: number, after: string): Promise<AccountRow[]> {
  return db
    .select()
    .from(account)
    .where(sql`${account.id} > ${after}`)
    .orderBy(account.id)
    .limit(limit)
    .all();
}

/** Changes the plan, lays limit overrides over those already set, or both. */
export function updateAccount(
  db: Db,
  id: string,
  change: { plan?: Plan; limits?: Partial<Limits> },
): Promise<AccountRow | undefined> {
  const limitOverrides = change.limits
    ? sql`json_patch(coalesce(${account.limitOverrides}, '{}'), ${JSON.stringify(change.limits)})`
    : undefined;
  return db.update(account).set({ plan: change.plan, limitOverrides }).where(eq(account.id, id)).returning().get();
}

/** Inserts unless the account already has `limit` domains; false when it has. */
export async function insertDomain(db: Db, row: typeof domain.$inferInsert, limit: number): Promise<boolean> {
  const count = await db.$count(domain, eq(domain.accountId, row.accountId));
  if (count >= limit) return false;
  await db.insert(domain).values(row);
  return true;
}

export function findDomain(db: Db, accountId: string, name: string): Promise<DomainRow | undefined> {
  return db
    .select()
    .from(domain)
    .where(and(eq(domain.accountId, accountId), eq(domain.domain, name)))
    .get();
}

export function findVerifiedDomain(db: Db, name: string): Promise<DomainRow | undefined> {
  return db
    .select()
    .from(domain)
    .where(and(eq(domain.domain, name), isNotNull(domain.verifiedAt)))
    .get();
}

export function findDomainById(db: Db, id: string): Promise<DomainRow | undefined> {
  return db.select().from(domain).where(eq(domain.id, id)).get();
}

export async function insertApiKey(db: Db, row: typeof apiKey.$inferInsert): Promise<void> {
  await db.insert(apiKey).values(row);
}

export async function insertStatsToken(db: Db, row: typeof statsToken.$inferInsert): Promise<void> {
  await db.insert(statsToken).values(row);
}

export interface KeyRecord {
  id: string;
  accountId: string;
  plan: Plan;
  overrides: Partial<Limits> | null;
  scope: string | null;
  lastUsedAt: number | null;
}

/** The live key with this hash, with its account's plan and its scope's domain name. */
export function findKeyByHash(db: Db, hash: string): Promise<KeyRecord | undefined> {
  return db
    .select({
      id: apiKey.id,
      accountId: apiKey.accountId,
      plan: account.plan,
      overrides: account.limitOverrides,
      scope: domain.domain,
      lastUsedAt: apiKey.lastUsedAt,
    })
    .from(apiKey)
    .innerJoin(account, eq(account.id, apiKey.accountId))
    .leftJoin(domain, eq(domain.id, apiKey.domainId))
    .where(and(eq(apiKey.hash, hash), isNull(apiKey.revokedAt)))
    .get();
}

export interface StatsTokenRecord {
  id: string;
  accountId: string;
  plan: Plan;
  overrides: Partial<Limits> | null;
  scope: string;
}

export function findStatsTokenByHash(db: Db, hash: string): Promise<StatsTokenRecord | undefined> {
  return db
    .select({
      id: statsToken.id,
      accountId: statsToken.accountId,
      plan: account.plan,
      overrides: account.limitOverrides,
      scope: domain.domain,
    })
    .from(statsToken)
    .innerJoin(account, eq(account.id, statsToken.accountId))
    .innerJoin(domain, eq(domain.id, statsToken.domainId))
    .where(and(eq(statsToken.hash, hash), isNull(statsToken.revokedAt)))
    .get();
}

/** Notes a key's use, at most once an hour. */
export async function touchKey(db: Db, id: string, now: number, olderThan: number): Promise<void> {
  await db
    .update(apiKey)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKey.id, id), or(isNull(apiKey.lastUsedAt), lt(apiKey.lastUsedAt, olderThan))));
}
