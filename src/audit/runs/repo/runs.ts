import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { type Db } from "../../../db/client";
import { auditRun } from "../../../db/schema";
import { deleteAllChunks, type QueryBudget } from "../../../db/delete-chunks";

export type RunRow = typeof auditRun.$inferSelect;

/** Statuses of active runs, and of runs that ended with pages. */
export const ACTIVE = ["queued", "running"] as const;
const FINISHED = ["success", "limit_reached", "partial"] as const;

/** Maximum number of runs in a list. */
const LISTED_RUNS = 50;
export function findRun(db: Db, id: string): Promise<RunRow | undefined> {
  return db.select().from(auditRun).where(eq(auditRun.id, id)).get();
}

/** The 50 latest runs of an account, newest first; `domains` limits the list to some of its domains. */
export function listRuns(db: Db, accountId: string, domains: string[] | null): Promise<RunRow[]> {
  const own = eq(auditRun.accountId, accountId);
  return db
    .select()
    .from(auditRun)
    .where(
      domains === null
        ? own
        : and(own, sql`${auditRun.domain} IN (SELECT value FROM json_each(${JSON.stringify(domains)}))`),
    )
    .orderBy(desc(auditRun.startedAt), desc(auditRun.id))
    .limit(LISTED_RUNS)
    .all();
}

/** Runs of an account's existing domains, newest first, older than `before`. */
export function runsOfAccount(
  db: Db,
  accountId: string,
  before: { startedAt: number; id: string } | null,
  limit: number,
): Promise<RunRow[]> {
  const older = before && sql`(${auditRun.startedAt}, ${auditRun.id}) < (${before.startedAt}, ${before.id})`;
  const present = sql`${auditRun.domainId} IN (SELECT id FROM domain WHERE account_id = ${accountId} AND deleted_at IS NULL)`;
  return db
    .select()
    .from(auditRun)
    .where(and(eq(auditRun.accountId, accountId), present, older ?? undefined))
    .orderBy(desc(auditRun.startedAt), desc(auditRun.id))
    .limit(limit)
    .all();
}

export async function markRunning(db: Db, runId: string, now: number): Promise<void> {
  await db
    .update(auditRun)
    .set({ status: "running", heartbeatAt: now })
    .where(and(eq(auditRun.id, runId), inArray(auditRun.status, [...ACTIVE])));
}
/** The latest finished run of the same domain and scope before this one. */
export function previousRun(db: Db, run: RunRow): Promise<RunRow | undefined> {
  return db
    .select()
    .from(auditRun)
    .where(
      and(
        eq(auditRun.domainId, run.domainId),
        eq(auditRun.scopeKey, run.scopeKey),
        inArray(auditRun.status, [...FINISHED]),
        ne(auditRun.id, run.id),
        sql`${auditRun.startedAt} <= ${run.startedAt}`,
      ),
    )
    .orderBy(desc(auditRun.startedAt))
    .limit(1)
    .get();
}

export function countFinishedRuns(db: Db, domainId: string, exceptRunId: string): Promise<number> {
  return db.$count(
    auditRun,
    and(eq(auditRun.domainId, domainId), inArray(auditRun.status, [...FINISHED]), ne(auditRun.id, exceptRunId)),
  );
}
/** The latest finished run of a domain. */
export function latestFinishedRun(db: Db, domainId: string): Promise<RunRow | undefined> {
  return db
    .select()
    .from(auditRun)
    .where(and(eq(auditRun.domainId, domainId), inArray(auditRun.status, [...FINISHED])))
    .orderBy(desc(auditRun.startedAt))
    .limit(1)
    .get();
}

/**
 * Deletes a domain's runs with their pages and trends. Their usage stays booked, including that of an active run.
 * False: the budget is used up and something is left.
 */
export async function deleteRuns(db: Db, domainId: string, budget: QueryBudget): Promise<boolean> {
  budget.left--;
  await db.run(sql`
    INSERT OR IGNORE INTO audit_usage (run_id, account_id, month, pages, on_demand)
    SELECT id, account_id, strftime('%Y-%m', started_at / 1000, 'unixepoch'), pages_crawled, frequency = 'on_demand'
    FROM audit_run WHERE domain_id = ${domainId} AND status IN ('queued', 'running')`);
  const chunks = [
    sql`DELETE FROM audit_page WHERE rowid IN (
      SELECT page.rowid FROM audit_run AS run JOIN audit_page AS page ON page.run_id = run.id
      WHERE run.domain_id = ${domainId} LIMIT 2000)`,
    sql`DELETE FROM audit_run WHERE rowid IN (SELECT rowid FROM audit_run WHERE domain_id = ${domainId} LIMIT 500)`,
    sql`DELETE FROM audit_trend WHERE rowid IN (SELECT rowid FROM audit_trend WHERE domain_id = ${domainId} LIMIT 5000)`,
  ];
  return deleteAllChunks(db, chunks, budget);
}
