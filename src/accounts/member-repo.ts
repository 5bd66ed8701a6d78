import { eq } from "drizzle-orm";
import type { Db } from "../db/client";
import { account, membership, user } from "../db/schema";
import type { Limits, Plan } from "./core/plans";

/** A user with the account it belongs to. */
export interface MemberRecord {
  userId: string;
  email: string;
  name: string;
  accountId: string;
  role: "owner" | "member";
  domains: string[] | null;
  plan: Plan;
  overrides: Partial<Limits> | null;
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
    })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .innerJoin(account, eq(account.id, membership.accountId))
    .where(eq(membership.userId, userId))
    .get();
}
