import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { account, actionLog, user } from "../../db/schema";
import { runLogged, type ActionRow } from "./actions";
import { memberInserts } from "./members";
import type { Limits, Plan } from "../core/plans";

export type AccountRow = typeof account.$inferSelect;

export interface NewAccount {
  accountId: string;
  userId: string;
  email: string;
  emailVerified: boolean;
  name: string;
  passwordHash: string;
  plan: Plan;
  now: number;
}

/**
 * Inserts account, user, password, membership and the log row in one transaction. Fails on the email's unique index if
 * the email is taken.
 */
export async function insertAccount(db: Db, input: NewAccount, action: ActionRow): Promise<void> {
  const { plan, ...owner } = input;
  const [newUser, ...rest] = memberInserts(db, { ...owner, role: "owner", domains: null });
  await db.batch([
    newUser,
    db.insert(account).values({ id: input.accountId, plan, createdAt: input.now }),
    ...rest,
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

/**
 * Changes the plan, adds limit overrides to the existing ones, or both. Returns false if the account does not exist.
 */
export function updateAccount(
  db: Db,
  id: string,
  change: { plan?: Plan; limits?: Partial<Limits> },
  action: ActionRow,
): Promise<boolean> {
  const limitOverrides = change.limits
    ? sql`json_patch(coalesce(${account.limitOverrides}, '{}'), ${JSON.stringify(change.limits)})`
    : undefined;
  const write = db
    .update(account)
    .set({ plan: change.plan, limitOverrides })
    .where(and(eq(account.id, id), isNull(account.deletedAt)));
  return runLogged(db, write, action);
}
