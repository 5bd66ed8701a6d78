import { asc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { deleteAllChunks, type QueryBudget } from "../../db/delete-chunks";
import { account, domain } from "../../db/schema";

/** Domains with ids after `after`, ordered by id, with what decides how long their history is kept. */
export function plansOfDomains(db: Db, after: string, limit: number) {
  return db
    .select({ id: domain.id, plan: account.plan, overrides: account.limitOverrides })
    .from(domain)
    .innerJoin(account, eq(account.id, domain.accountId))
    .where(gt(domain.id, after))
    .orderBy(asc(domain.id))
    .limit(limit)
    .all();
}

/**
 * Deletes the ended runs and the reports of each domain's days before `firstDay` (`yyyy-mm-dd`), a chunk per statement.
 * A run's answer_fact goes with it by cascade. Returns false if the budget ran out first.
 */
export function deleteOldAnswers(
  db: Db,
  kept: ReadonlyArray<{ domainId: string; firstDay: string }>,
  budget: QueryBudget,
): Promise<boolean> {
  // CROSS JOIN makes SQLite read one index range per domain instead of the whole table.
  const oldIn = (table: "prompt_run" | "visibility_report") => sql`
    SELECT old.id FROM json_each(${JSON.stringify(kept)}) AS j CROSS JOIN ${sql.identifier(table)} AS old
      ON old.domain_id = j.value ->> 'domainId' AND old.date_utc < j.value ->> 'firstDay'`;
  return deleteAllChunks(
    db,
    [
      sql`DELETE FROM prompt_run WHERE id IN (${oldIn("prompt_run")} WHERE old.status IN ('ok', 'error') LIMIT 2000)`,
      sql`DELETE FROM visibility_report WHERE id IN (${oldIn("visibility_report")} LIMIT 1000)`,
    ],
    budget,
  );
}
