import { asc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { deleteAllChunks, type QueryBudget } from "../../db/delete-chunks";
import { account, domain } from "../../db/schema";

/**
 * Domains with ids after `after`, ordered by id, with what decides how long their history is kept, the day of their oldest
 * run in D1, and the deleted prompts of which their object may have answers; null: it has none.
 */
export function plansOfDomains(db: Db, after: string, limit: number) {
  return db
    .select({
      id: domain.id,
      plan: account.plan,
      overrides: account.limitOverrides,
      oldestRun: sql<string | null>`(SELECT min(date_utc) FROM prompt_run WHERE domain_id = ${domain.id})`,
      gone: sql<string | null>`(SELECT gone FROM domain_answers WHERE domain_id = ${domain.id})`,
    })
    .from(domain)
    .innerJoin(account, eq(account.id, domain.accountId))
    .where(gt(domain.id, after))
    .orderBy(asc(domain.id))
    .limit(limit)
    .all();
}

/**
 * Deletes the ended runs of each domain's days before `firstDay` (`yyyy-mm-dd`), a chunk per statement. Returns false if
 * the budget ran out first.
 */
export function deleteOldRuns(
  db: Db,
  kept: ReadonlyArray<{ domainId: string; firstDay: string }>,
  budget: QueryBudget,
): Promise<boolean> {
  // CROSS JOIN makes SQLite read one index range per domain instead of the whole table.
  const old = sql`
    SELECT old.id FROM json_each(${JSON.stringify(kept)}) AS j CROSS JOIN prompt_run AS old
      ON old.domain_id = j.value ->> 'domainId' AND old.date_utc < j.value ->> 'firstDay'`;
  const ended = sql`DELETE FROM prompt_run WHERE id IN (${old} WHERE old.status IN ('ok', 'error') LIMIT 2000)`;
  return deleteAllChunks(db, [ended], budget);
}
