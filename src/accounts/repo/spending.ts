import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client";
import { limitsOf, type Limits, type Plan } from "../core/plans";
import type { SpendingFacts } from "../core/spending";

/**
 * Whether the account in this column has a proven email: an owner has proven theirs, or the operator created the
 * account. The first entry of the action log shows who created it.
 */
export function hasProvenEmail(accountId: SQL): SQL {
  return sql`(EXISTS (SELECT 1 FROM membership AS m JOIN user AS u ON u.id = m.user_id
      WHERE m.account_id = ${accountId} AND m.role = 'owner' AND u.email_verified = 1)
    OR (SELECT log.action || ' ' || log.actor_kind FROM action_log AS log WHERE log.account_id = ${accountId} ORDER BY log.at, log.rowid LIMIT 1) = 'account.created operator')`;
}

/**
 * Whether we may spend money on a domain: it is verified and its account is not suspended. Expects a table named
 * `domain`.
 */
export const mayCost = sql`domain.verified_at IS NOT NULL AND domain.deleted_at IS NULL AND domain.suspended_at IS NULL`;

/**
 * The facts that decide whether we may spend money on a domain, with the account's limits. Undefined if the account or
 * the domain is gone.
 */
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
