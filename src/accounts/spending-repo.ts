import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../db/client";
import { limitsOf, type Limits, type Plan } from "./core/plans";
import type { SpendingFacts } from "./core/spending";

/**
 * Whether the account behind a column has a proven email: an owner's is, or the operator made the account, which is the
 * first thing that its log of actions tells.
 */
export function hasProvenEmail(accountId: SQL): SQL {
  return sql`(EXISTS (SELECT 1 FROM membership AS m JOIN user AS u ON u.id = m.user_id
      WHERE m.account_id = ${accountId} AND m.role = 'owner' AND u.email_verified = 1)
    OR (SELECT log.action || ' ' || log.actor_kind FROM action_log AS log WHERE log.account_id = ${accountId} ORDER BY log.at, log.rowid LIMIT 1) = 'account.created operator')`;
}

/** Whether a domain may cost anything: verified, and its account not suspended. For a table named `domain`. */
export const mayCost = sql`domain.verified_at IS NOT NULL AND domain.deleted_at IS NULL AND domain.suspended_at IS NULL`;

/** What decides whether an account may have money spent on a domain, with its limits. Undefined: one of the two is gone. */
export async function spendingFacts(
  db: Db,
  accountId: string,
  domainId: string,
): Promise<(SpendingFacts & { limits: Limits }) | undefined> {
  const row = await db.get<{
    domain: string;
    verified: number;
    suspended: number;
    proven: number;
    plan: Plan;
    overrides: string | null;
  }>(sql`
    SELECT domain.domain, domain.verified_at IS NOT NULL AS verified, account.suspended_at IS NOT NULL AS suspended,
      ${hasProvenEmail(sql`account.id`)} AS proven, account.plan, account.limit_overrides AS overrides
    FROM account JOIN domain ON domain.account_id = account.id
    WHERE account.id = ${accountId} AND domain.id = ${domainId} AND account.deleted_at IS NULL AND domain.deleted_at IS NULL`);
  if (!row) return undefined;
  const overrides = row.overrides === null ? null : (JSON.parse(row.overrides) as Partial<Limits>);
  return {
    domain: row.domain,
    verified: row.verified === 1,
    suspended: row.suspended === 1,
    emailProven: row.proven === 1,
    limits: limitsOf(row.plan, overrides),
  };
}
