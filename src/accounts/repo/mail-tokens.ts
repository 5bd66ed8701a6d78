import { and, eq, gt, inArray, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { mailToken, membership, user } from "../../db/schema";
import { logIfChanged, type ActionRow } from "./actions";

export type MailTokenRow = typeof mailToken.$inferInsert;
export type MailPurpose = MailTokenRow["purpose"];

export interface KnownUser {
  userId: string;
  email: string;
  emailVerified: boolean;
}

const known = { userId: user.id, email: user.email, emailVerified: user.emailVerified };

/** The user with this email, given in lower case. */
export function findUserByEmail(db: Db, email: string): Promise<KnownUser | undefined> {
  return db.select(known).from(user).where(eq(user.email, email)).get();
}

/** Stores a link's token. Of a user's email changes, only the one that was requested last has a token. */
export async function insertMailToken(db: Db, row: MailTokenRow): Promise<void> {
  if (row.purpose !== "change_email") return void (await db.insert(mailToken).values(row));
  const { hash, userId, email, createdAt, expiresAt } = row;
  const changes = sql`FROM mail_token WHERE purpose = 'change_email' AND user_id = ${userId}`;
  await runBatch(db, [
    sql`DELETE ${changes} AND created_at <= ${createdAt}`,
    sql`INSERT INTO mail_token (hash, user_id, purpose, email, created_at, expires_at)
      SELECT ${hash}, ${userId}, 'change_email', ${email}, ${createdAt}, ${expiresAt} WHERE NOT EXISTS (SELECT 1 ${changes})`,
  ]);
}

/** Deletes the token of a link that was not mailed. */
export async function deleteMailToken(db: Db, hash: string): Promise<void> {
  await db.delete(mailToken).where(eq(mailToken.hash, hash));
}

/** Invalidates the links that would change a user's email. */
export async function endEmailChanges(db: Db, userId: string): Promise<void> {
  await db.delete(mailToken).where(and(eq(mailToken.userId, userId), eq(mailToken.purpose, "change_email")));
}

/** Whether a link for one of these purposes still works for the user. */
export async function hasLiveLink(
  db: Db,
  userId: string,
  purposes: readonly MailPurpose[],
  now: number,
): Promise<boolean> {
  const live = and(eq(mailToken.userId, userId), inArray(mailToken.purpose, purposes), gt(mailToken.expiresAt, now));
  return (await db.$count(mailToken, live)) > 0;
}

export interface LiveMailToken extends KnownUser {
  purpose: MailPurpose;
  /** The address that the token proves. */
  proves: string;
  accountId: string;
}

/** A token that still works, with its user. */
export function findMailToken(db: Db, hash: string, now: number): Promise<LiveMailToken | undefined> {
  return db
    .select({ ...known, purpose: mailToken.purpose, proves: mailToken.email, accountId: membership.accountId })
    .from(mailToken)
    .innerJoin(user, eq(user.id, mailToken.userId))
    .innerJoin(membership, eq(membership.userId, mailToken.userId))
    .where(and(eq(mailToken.hash, hash), gt(mailToken.expiresAt, now)))
    .get();
}

/** The user of a working token for one of these purposes; no row if the user's email has changed since it was mailed. */
function holderOf(hash: string, purposes: readonly MailPurpose[], now: number): SQL {
  const names = sql.join(
    purposes.map((purpose) => sql`${purpose}`),
    sql`, `,
  );
  return sql`(SELECT t.user_id FROM mail_token t JOIN user u ON u.id = t.user_id AND u.email = t.email
    WHERE t.hash = ${hash} AND t.purpose IN (${names}) AND t.expires_at > ${now})`;
}

/**
 * Runs a token's writes in one transaction. The one at `deciding` changes a row only if the token works. Returns
 * whether it did.
 */
async function runOnce(db: Db, statements: SQL[], deciding: number, action: ActionRow): Promise<boolean> {
  const all = [...statements.slice(0, deciding + 1), logIfChanged(action), ...statements.slice(deciding + 1)];
  const results = await runBatch(db, all);
  return results[deciding]!.meta.changes > 0;
}

/**
 * Uses up a proof link, marks the email as proven and invalidates the user's other proof links. Returns false if the token no
 * longer works.
 */
export function useProof(db: Db, hash: string, now: number, action: ActionRow): Promise<boolean> {
  const holder = holderOf(hash, ["prove"], now);
  return runOnce(
    db,
    [
      sql`UPDATE user SET email_verified = 1, updated_at = ${now} WHERE id IN ${holder}`,
      sql`DELETE FROM mail_token WHERE purpose IN ('prove', 'claim') AND user_id IN ${holder}`,
    ],
    0,
    action,
  );
}

/**
 * Invalidates the proof links of an unproven user after a second sign-up with another password: a proof must not activate
 * either password. `unset`: also removes the first password, which nobody has used yet.
 */
export async function contestSignUp(db: Db, userId: string, unset: boolean): Promise<void> {
  const unproven = sql`(SELECT id FROM user WHERE id = ${userId} AND email_verified = 0)`;
  const password = sql`UPDATE credential SET password = NULL WHERE provider_id = 'credential' AND user_id IN ${unproven}`;
  await runBatch(db, [
    sql`DELETE FROM mail_token WHERE purpose = 'prove' AND user_id IN ${unproven}`,
    ...(unset ? [password] : []),
  ]);
}

/**
 * Uses up a reset link: sets the new password, ends all sessions, connected apps and sign-ins that wait for a code, and invalidates the user's other links. Reading the mail
 * proves the email. If the email was unproven, the second factor is removed, because somebody else may have set it up.
 */
export function useReset(db: Db, hash: string, passwordHash: string, now: number, action: ActionRow): Promise<boolean> {
  const holder = holderOf(hash, ["reset", "claim"], now);
  const unproven = sql`(SELECT id FROM user WHERE email_verified = 0 AND id IN ${holder})`;
  return runOnce(
    db,
    [
      sql`DELETE FROM two_factor WHERE user_id IN ${unproven}`,
      sql`UPDATE user SET two_factor_enabled = 0 WHERE id IN ${unproven}`,
      sql`UPDATE user SET email_verified = 1, updated_at = ${now} WHERE id IN ${holder}`,
      sql`DELETE FROM session WHERE user_id IN ${holder}`,
      sql`DELETE FROM verification WHERE value IN ${holder}`,
      sql`UPDATE credential SET password = ${passwordHash}, updated_at = ${now} WHERE provider_id = 'credential' AND user_id IN ${holder}`,
      sql`DELETE FROM connection WHERE user_id IN ${holder}`,
      sql`DELETE FROM mail_token WHERE user_id IN ${holder}`,
    ],
    5,
    action,
  );
}

/**
 * Uses up an email change link and invalidates earlier mailed links. Fails on the email's unique index if the address
 * was taken meanwhile.
 */
export function useEmailChange(db: Db, hash: string, now: number, action: ActionRow): Promise<boolean> {
  const token = sql`FROM mail_token WHERE hash = ${hash} AND purpose = 'change_email' AND expires_at > ${now}`;
  return runOnce(
    db,
    [
      sql`UPDATE user SET email = (SELECT email ${token}), email_verified = 1, updated_at = ${now} WHERE id IN (SELECT user_id ${token})`,
      sql`DELETE FROM mail_token WHERE user_id IN (SELECT user_id ${token})`,
    ],
    0,
    action,
  );
}

/** Invalidates all mailed links of a user. */
export async function deleteMailTokens(db: Db, userId: string): Promise<void> {
  await db.delete(mailToken).where(eq(mailToken.userId, userId));
}
