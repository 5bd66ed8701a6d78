import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client";
import { hasProvenEmail } from "./spending";

/**
 * A sign-up that nobody used: created before `before` and unchanged, by somebody who never proved the email and is not signed in at
 * `now`. Expects a table named `account`. An account that the operator made or changed never counts as one.
 */
export function isAbandoned(before: number, now: number): SQL {
  const ofAccount = sql`account_id = account.id`;
  return sql`(account.created_at < ${before} AND account.deleted_at IS NULL AND account.suspended_at IS NULL
    AND account.plan = 'free' AND account.limit_overrides IS NULL
    AND NOT ${hasProvenEmail(sql`account.id`)}
    AND (SELECT count(*) FROM membership WHERE ${ofAccount}) = 1
    AND NOT EXISTS (SELECT 1 FROM invitation WHERE ${ofAccount})
    AND NOT EXISTS (SELECT 1 FROM session s JOIN membership m ON m.user_id = s.user_id WHERE m.account_id = account.id AND s.expires_at > ${now})
    AND NOT EXISTS (SELECT 1 FROM domain WHERE ${ofAccount} AND verified_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM action_log WHERE ${ofAccount} AND action = 'domain.verified')
    AND NOT EXISTS (SELECT 1 FROM audit_run WHERE ${ofAccount})
    AND NOT EXISTS (SELECT 1 FROM api_key WHERE ${ofAccount} AND last_used_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM stats_token WHERE ${ofAccount} AND last_used_at IS NOT NULL))`;
}

/**
 * The first `limit` abandoned sign-ups among the next `size` accounts after `after`, ordered by id, and the account that the
 * next page starts after (null: this was the last).
 */
export async function pageOfAbandoned(
  db: Db,
  after: string,
  { before, now, size, limit }: { before: number; now: number; size: number; limit: number },
): Promise<{ ids: string[]; next: string | null }> {
  const page = sql`(SELECT * FROM account WHERE id > ${after} ORDER BY id LIMIT ${size}) AS account`;
  const rows = await db.values<[string]>(
    sql`SELECT id FROM ${page} WHERE ${isAbandoned(before, now)} ORDER BY id LIMIT ${limit}`,
  );
  const ids = rows.map(([id]) => id);
  if (ids.length === limit) return { ids, next: ids.at(-1)! };
  const [last] = await db.values<[number, string]>(sql`SELECT count(*), max(id) FROM ${page}`);
  return { ids, next: last![0] < size ? null : last![1] };
}
