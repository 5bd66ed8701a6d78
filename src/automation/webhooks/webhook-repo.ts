import { and, asc, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { logIfChanged, runLogged, type ActionRow } from "../../accounts";
import { runBatch, type Db } from "../../db/client";
import { account, domain, membership, user, webhook } from "../../db/schema";

export type WebhookRow = typeof webhook.$inferSelect;
/** A row with the name of its domain. */
export type NamedWebhook = WebhookRow & { domain: string | null };

const rows = (db: Db) =>
  db.select({ webhook, domain: domain.domain }).from(webhook).leftJoin(domain, eq(domain.id, webhook.domainId));
const named = (row: { webhook: WebhookRow; domain: string | null }): NamedWebhook => ({
  ...row.webhook,
  domain: row.domain,
});

/** An account's endpoints, newest first. Leaves out those of removed domains. */
export async function listWebhooks(db: Db, accountId: string): Promise<NamedWebhook[]> {
  const own = and(eq(webhook.accountId, accountId), isNull(domain.deletedAt));
  return (await rows(db).where(own).orderBy(desc(webhook.createdAt), desc(webhook.id)).all()).map(named);
}

export async function findWebhook(db: Db, accountId: string, id: string): Promise<NamedWebhook | null> {
  const own = and(eq(webhook.accountId, accountId), eq(webhook.id, id), isNull(domain.deletedAt));
  const row = await rows(db).where(own).get();
  return row ? named(row) : null;
}

/** Inserts an endpoint. False: the account has reached its limit, which the same statement checks. */
export function insertWebhook(
  db: Db,
  row: Omit<WebhookRow, "previousSecret" | "previousUntil" | "disabledAt" | "disabledReason">,
  limit: number,
  action: ActionRow,
): Promise<boolean> {
  const events = row.events === null ? null : JSON.stringify(row.events);
  const write = sql`INSERT INTO webhook (id, account_id, domain_id, description, origin, sealed_url, format, events, sealed_secret, created_at)
    SELECT ${row.id}, ${row.accountId}, ${row.domainId}, ${row.description}, ${row.origin}, ${row.sealedUrl}, ${row.format}, ${events}, ${row.sealedSecret}, ${row.createdAt}
    WHERE (SELECT count(*) FROM webhook WHERE account_id = ${row.accountId}) < ${limit}`;
  return runLogged(db, write, action);
}

export function updateWebhook(db: Db, id: string, change: Partial<WebhookRow>, action: ActionRow): Promise<boolean> {
  return runLogged(db, db.update(webhook).set(change).where(eq(webhook.id, id)), action);
}

/** Turns an endpoint off. False: it was off already, or is gone. */
export async function disableWebhook(
  db: Db,
  id: string,
  reason: NonNullable<WebhookRow["disabledReason"]>,
  now: number,
  action: ActionRow,
): Promise<boolean> {
  const [changed] = await runBatch(db, [
    sql`UPDATE webhook SET disabled_at = ${now}, disabled_reason = ${reason} WHERE id = ${id} AND disabled_at IS NULL`,
    logIfChanged(action),
  ]);
  return changed!.meta.changes > 0;
}

export function deleteWebhook(db: Db, id: string, action: ActionRow): Promise<boolean> {
  return runLogged(db, sql`DELETE FROM webhook WHERE id = ${id}`, action);
}

/** Drops the row of an endpoint whose domain or account is removed. */
export async function dropWebhook(db: Db, id: string): Promise<void> {
  await db.delete(webhook).where(eq(webhook.id, id));
}

/** An endpoint as deliveries need it, whoever owns it; undefined: it, its domain or its account was removed. */
export function findTarget(db: Db, id: string) {
  return db
    .select({ webhook, suspendedAt: account.suspendedAt })
    .from(webhook)
    .innerJoin(account, eq(account.id, webhook.accountId))
    .leftJoin(domain, eq(domain.id, webhook.domainId))
    .where(and(eq(webhook.id, id), isNull(account.deletedAt), isNull(domain.deletedAt)))
    .get();
}

/** The endpoints of these accounts that are on. */
export function activeWebhooks(db: Db, accountIds: readonly string[]) {
  return db
    .select({
      id: webhook.id,
      accountId: webhook.accountId,
      domainId: webhook.domainId,
      events: webhook.events,
    })
    .from(webhook)
    .where(
      and(
        sql`${webhook.accountId} IN (SELECT value FROM json_each(${JSON.stringify(accountIds)}))`,
        isNull(webhook.disabledAt),
      ),
    )
    .all();
}

/** Endpoints that get events of a domain: its own, and those of the whole account. */
export function webhooksOfDomain(db: Db, domainId: string) {
  const accountOf = db.select({ id: domain.accountId }).from(domain).where(eq(domain.id, domainId));
  return db
    .select({ id: webhook.id, domainId: webhook.domainId, events: webhook.events, accountId: webhook.accountId })
    .from(webhook)
    .where(
      and(sql`${webhook.accountId} = (${accountOf})`, or(isNull(webhook.domainId), eq(webhook.domainId, domainId))),
    )
    .all();
}

/** Some endpoints of deleted accounts. */
export function webhooksOfDeletedAccounts(db: Db, after: string, limit: number) {
  return db
    .select({ id: webhook.id })
    .from(webhook)
    .innerJoin(account, eq(account.id, webhook.accountId))
    .where(and(sql`${account.deletedAt} IS NOT NULL`, gt(webhook.id, after)))
    .orderBy(asc(webhook.id))
    .limit(limit)
    .all();
}

/** Verified email addresses of an account's owners. */
export async function ownerEmails(db: Db, accountId: string): Promise<string[]> {
  const found = await db
    .select({ email: user.email })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(eq(membership.accountId, accountId), eq(membership.role, "owner"), eq(user.emailVerified, true)))
    .all();
  return found.map(({ email }) => email);
}
