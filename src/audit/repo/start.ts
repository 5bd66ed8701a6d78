import { and, eq, gte, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { auditRun } from "../../db/schema";
import { ACTIVE, type RunRow } from "./runs";

/**
 * Inserts a run while the month's on-demand audits are below `limit`; the count and the insert are one statement.
 * "limit": used up. Throws on the unique index when the domain has an active run.
 */
export async function insertRun(
  db: Db,
  row: typeof auditRun.$inferInsert,
  monthStart: number,
  limit: number,
): Promise<"inserted" | "limit"> {
  const onDemand = sql`(SELECT count(*) FROM audit_run WHERE account_id = ${row.accountId} AND frequency = 'on_demand' AND started_at >= ${monthStart})`;
  const result = await db.run(sql`
    INSERT INTO audit_run (id, account_id, domain_id, domain, status, "trigger", frequency, mode, scope_key, started_at, heartbeat_at)
    SELECT ${row.id}, ${row.accountId}, ${row.domainId}, ${row.domain}, ${row.status}, ${row.trigger}, ${row.frequency}, ${row.mode}, ${row.scopeKey}, ${row.startedAt}, ${row.startedAt}
    WHERE ${row.frequency} <> 'on_demand' OR ${onDemand} < ${limit}`);
  return result.meta.changes > 0 ? "inserted" : "limit";
}

/** Takes back a run that could not be started. */
export async function deleteUnstartedRun(db: Db, id: string): Promise<void> {
  await db.delete(auditRun).where(and(eq(auditRun.id, id), eq(auditRun.status, "queued")));
}

export async function countOnDemandRuns(db: Db, accountId: string, monthStart: number): Promise<number> {
  return db.$count(
    auditRun,
    and(eq(auditRun.accountId, accountId), eq(auditRun.frequency, "on_demand"), gte(auditRun.startedAt, monthStart)),
  );
}

/** Pages audited in a month: those of ended runs, and of the ones still running so far. */
export async function pagesUsed(db: Db, accountId: string, month: string): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    SELECT (SELECT coalesce(sum(pages), 0) FROM audit_usage WHERE account_id = ${accountId} AND month = ${month})
         + (SELECT coalesce(sum(pages_crawled), 0) FROM audit_run WHERE account_id = ${accountId} AND status IN ('queued', 'running')) AS n`);
  return row.n;
}

export function findActiveRun(db: Db, domainId: string): Promise<RunRow | undefined> {
  return db
    .select()
    .from(auditRun)
    .where(and(eq(auditRun.domainId, domainId), inArray(auditRun.status, [...ACTIVE])))
    .get();
}
