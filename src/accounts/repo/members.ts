import { asc, eq, sql, and, isNull } from "drizzle-orm";
import type { Db } from "../../db/client";
import { account, credential, membership, user } from "../../db/schema";
import { runLogged, type ActionRow } from "./actions";
import type { Limits, Plan } from "../core/plans";

/** A user with the account they belong to. */
export interface MemberRecord {
  userId: string;
  email: string;
  name: string;
  accountId: string;
  role: "owner" | "member";
  domains: string[] | null;
  plan: Plan;
  overrides: Partial<Limits> | null;
  suspendedAt: number | null;
  suspendedReason: string | null;
}

export function findMemberOfUser(db: Db, userId: string): Promise<MemberRecord | undefined> {
  return db
    .select({
      userId: user.id,
      email: user.email,
      name: user.name,
      accountId: membership.accountId,
      role: membership.role,
      domains: membership.domains,
      plan: account.plan,
      overrides: account.limitOverrides,
      suspendedAt: account.suspendedAt,
      suspendedReason: account.suspendedReason,
    })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .innerJoin(account, eq(account.id, membership.accountId))
    .where(and(eq(membership.userId, userId), isNull(account.deletedAt)))
    .get();
}

export function listMembers(db: Db, accountId: string) {
  return db
    .select({
      userId: user.id,
      email: user.email,
      name: user.name,
      role: membership.role,
      domains: membership.domains,
      createdAt: membership.createdAt,
    })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(eq(membership.accountId, accountId))
    .orderBy(asc(membership.createdAt), asc(user.id))
    .all();
}

export interface NewMember {
  accountId: string;
  userId: string;
  email: string;
  emailVerified: boolean;
  name: string;
  passwordHash: string;
  role: "owner" | "member";
  domains: string[] | null;
  now: number;
}

/** The inserts that create a user in an account; run them in one transaction. */
export function memberInserts(db: Db, input: NewMember) {
  const at = new Date(input.now);
  return [
    db.insert(user).values({
      id: input.userId,
      name: input.name,
      email: input.email,
      emailVerified: input.emailVerified,
      createdAt: at,
      updatedAt: at,
    }),
    db.insert(credential).values({
      id: crypto.randomUUID(),
      accountId: input.userId,
      providerId: "credential",
      userId: input.userId,
      password: input.passwordHash,
      createdAt: at,
      updatedAt: at,
    }),
    db.insert(membership).values({
      accountId: input.accountId,
      userId: input.userId,
      role: input.role,
      domains: input.domains,
      createdAt: input.now,
    }),
  ] as const;
}

/**
 * Deletes a user of an account unless they are its last owner; membership, password and sessions go by cascade. The
 * check and the delete are one statement, so two owners can't remove each other at the same time.
 */
export function deleteMember(db: Db, accountId: string, userId: string, action: ActionRow): Promise<boolean> {
  const write = sql`
    DELETE FROM user WHERE id = ${userId} AND EXISTS (
      SELECT 1 FROM membership WHERE account_id = ${accountId} AND user_id = ${userId}
        AND (role <> 'owner' OR (SELECT count(*) FROM membership WHERE account_id = ${accountId} AND role = 'owner') > 1))`;
  return runLogged(db, write, action);
}

export async function isMember(db: Db, accountId: string, userId: string): Promise<boolean> {
  return (await findMemberOfUser(db, userId))?.accountId === accountId;
}

/** The hash of a user's password; null if the user has none. */
export async function passwordHashOf(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .select({ hash: credential.password })
    .from(credential)
    .where(and(eq(credential.userId, userId), eq(credential.providerId, "credential")))
    .get();
  return row?.hash ?? null;
}
