import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { invitation } from "../../db/schema";
import { logIfChanged, runLogged, type ActionRow } from "./actions";

/** Maximum members and invitations of an account, added together. */
export const MOST_MEMBERS = 200;

export type InvitationRow = typeof invitation.$inferSelect;

/** The hash of an invitation whose receiver chooses the password. No password has it. */
export const NO_PASSWORD = "";

/**
 * Adds an invitation; it replaces an expired one. False: the account has reached its limit. Fails on the unique index if the
 * account has already invited the email.
 */
export async function insertInvitation(db: Db, row: InvitationRow, action: ActionRow): Promise<boolean> {
  const { id, accountId, email, name, passwordHash, role, domains, createdAt, expiresAt } = row;
  const [, inserted] = await runBatch(db, [
    sql`DELETE FROM invitation WHERE account_id = ${accountId} AND email = ${email} AND expires_at <= ${createdAt}`,
    sql`INSERT INTO invitation (id, account_id, email, name, password_hash, role, domains, created_at, expires_at)
      SELECT ${id}, ${accountId}, ${email}, ${name}, ${passwordHash}, ${role}, ${domains && JSON.stringify(domains)}, ${createdAt}, ${expiresAt}
      WHERE (SELECT count(*) FROM membership WHERE account_id = ${accountId})
        + (SELECT count(*) FROM invitation WHERE account_id = ${accountId}) < ${MOST_MEMBERS}`,
    logIfChanged(action),
  ]);
  return inserted!.meta.changes > 0;
}

/** An account's invitations that can still be accepted, oldest first. */
export function listInvitations(db: Db, accountId: string, now: number): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitation)
    .where(and(eq(invitation.accountId, accountId), gt(invitation.expiresAt, now)))
    .orderBy(asc(invitation.createdAt), asc(invitation.id))
    .all();
}

/** The newest invitations of an email that can still be accepted. */
export function invitationsOf(db: Db, email: string, now: number, limit: number): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitation)
    .where(and(eq(invitation.email, email), gt(invitation.expiresAt, now)))
    .orderBy(desc(invitation.createdAt), asc(invitation.id))
    .limit(limit)
    .all();
}

/** The invitation whose last mail carried this token. */
export function findInvitation(db: Db, tokenHash: string, now: number): Promise<InvitationRow | undefined> {
  return db
    .select()
    .from(invitation)
    .where(and(eq(invitation.tokenHash, tokenHash), gt(invitation.expiresAt, now)))
    .get();
}

/** Stores the token that is about to be mailed. An earlier one stops working. */
export async function setInvitationToken(db: Db, id: string, tokenHash: string): Promise<void> {
  await db.update(invitation).set({ tokenHash }).where(eq(invitation.id, id));
}

/** Stores the password that the reader of the mail with this token has chosen. */
export async function setInvitationPassword(
  db: Db,
  id: string,
  tokenHash: string,
  passwordHash: string,
): Promise<void> {
  const own = and(eq(invitation.id, id), eq(invitation.tokenHash, tokenHash));
  await db.update(invitation).set({ passwordHash }).where(own);
}

/** Puts an invitation's earlier token back in place of one that was not mailed. */
export async function restoreInvitationToken(db: Db, id: string, failed: string, before: string | null): Promise<void> {
  const own = and(eq(invitation.id, id), eq(invitation.tokenHash, failed));
  await db.update(invitation).set({ tokenHash: before }).where(own);
}

/** Withdraws an account's invitation. False: the account has none with this id. */
export function deleteInvitation(db: Db, accountId: string, id: string, action: ActionRow): Promise<boolean> {
  const own = and(eq(invitation.id, id), eq(invitation.accountId, accountId));
  return runLogged(db, db.delete(invitation).where(own), action);
}

/**
 * Creates an invitation's user, with password and membership, in one transaction. `proven`: the mailed link proved the email;
 * an unproven, unused sign-up with the address is then removed. False: the email has a user, or the account or the invitation
 * is gone.
 */
export async function acceptInvitation(
  db: Db,
  { id, email }: InvitationRow,
  proven: boolean,
  now: number,
  action: ActionRow,
): Promise<boolean> {
  const unused = sql`SELECT u.id FROM user u JOIN membership m ON m.user_id = u.id
    WHERE ${proven ? 1 : 0} = 1 AND u.email = ${email} AND u.email_verified = 0
      AND EXISTS (SELECT 1 FROM invitation i WHERE i.id = ${id} AND i.expires_at > ${now})
      AND NOT EXISTS (SELECT 1 FROM session s WHERE s.user_id = u.id)
      AND NOT EXISTS (SELECT 1 FROM domain d WHERE d.account_id = m.account_id)
      AND (SELECT count(*) FROM membership o WHERE o.account_id = m.account_id) = 1`;
  const joined = sql`FROM invitation i WHERE i.id = ${id} AND EXISTS (SELECT 1 FROM user u WHERE u.id = i.id)`;
  const results = await runBatch(db, [
    sql`UPDATE account SET deleted_at = ${now} WHERE deleted_at IS NULL
      AND id IN (SELECT account_id FROM membership WHERE user_id IN (${unused}))`,
    sql`DELETE FROM user WHERE id IN (${unused})`,
    sql`INSERT INTO user (id, name, email, email_verified, created_at, updated_at)
      SELECT i.id, i.name, i.email, ${proven ? 1 : 0}, ${now}, ${now} FROM invitation i
      JOIN account a ON a.id = i.account_id AND a.deleted_at IS NULL
      WHERE i.id = ${id} AND i.expires_at > ${now} AND NOT EXISTS (SELECT 1 FROM user u WHERE u.email = i.email)`,
    logIfChanged(action),
    sql`INSERT INTO credential (id, account_id, provider_id, user_id, password, created_at, updated_at)
      SELECT ${crypto.randomUUID()}, i.id, 'credential', i.id, i.password_hash, ${now}, ${now} ${joined}`,
    sql`INSERT INTO membership (account_id, user_id, role, domains, created_at)
      SELECT i.account_id, i.id, i.role, i.domains, i.created_at ${joined}`,
    sql`DELETE FROM invitation WHERE id IN (SELECT i.id ${joined})`,
  ]);
  return results[2]!.meta.changes > 0;
}
