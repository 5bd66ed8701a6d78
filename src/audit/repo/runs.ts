import { and, desc, eq, gte, inArray, lt, ne, sql, type SQL } from "drizzle-orm";
import { type Db } from "../../db/client";
import { auditRun } from "../../db/schema";
import { isSiteRun, siteRunOf } from "../model/run/site-runs";
import { deleteAllChunks, type QueryBudget } from "../../db/delete-chunks";

export type RunRow = typeof auditRun.$inferSelect;

/** Statuses of active runs, and of runs that ended with pages. */
export const ACTIVE = ["queued", "running"] as const;
export const FINISHED = ["success", "limit_reached", "partial"] as const;

/** Maximum number of runs in a list. */
const LISTED_RUNS = 50;
export function findRun(db: Db, id: string): Promise<RunRow | undefined> {
  return db.select().from(auditRun).where(eq(auditRun.id, id)).get();
}

/** Finished runs by id. */
export async function runsById(db: Db, ids: readonly string[]): Promise<Map<string, RunRow>> {
  const rows = await db
    .select()
    .from(auditRun)
    .where(
      and(
        sql`${auditRun.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        inArray(auditRun.status, [...FINISHED]),
      ),
    )
    .all();
  return new Map(rows.map((row) => [row.id, row]));
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

/** Records that a run began. False: it was ended or deleted before. */
export async function markRunning(db: Db, runId: string, now: number): Promise<boolean> {
  const { meta } = await db
    .update(auditRun)
    .set({ status: "running", heartbeatAt: now })
    .where(and(eq(auditRun.id, runId), inArray(auditRun.status, [...ACTIVE])));
  return meta.changes > 0;
}

/** Finished runs of the same domain and scope, the newest first. `where`: which of them. */
function finishedLike(db: Db, { domainId, scopeKey }: RunRow, ...where: SQL[]) {
  return db
    .select()
    .from(auditRun)
    .where(
      and(
        eq(auditRun.domainId, domainId),
        eq(auditRun.scopeKey, scopeKey),
        inArray(auditRun.status, [...FINISHED]),
        ...where,
      ),
    )
    .orderBy(desc(auditRun.startedAt));
}

/** The latest finished run of the same domain and scope before this one. */
export function previousRun(db: Db, run: RunRow): Promise<RunRow | undefined> {
  const earlier = sql`${auditRun.startedAt} <= ${run.startedAt}`;
  return finishedLike(db, run, ne(auditRun.id, run.id), earlier).limit(1).get();
}

/** The finished runs of this one's domain and scope since a time, with it, oldest first. */
export async function runsLike(db: Db, run: RunRow, since: number, limit: number): Promise<RunRow[]> {
  const rows = await finishedLike(db, run, gte(auditRun.startedAt, since)).limit(limit).all();
  return rows.reverse();
}

/** The last finished run of the same domain and scope that ended before then. */
export function finishedRunBefore(db: Db, run: RunRow, before: number): Promise<RunRow | undefined> {
  return finishedLike(db, run, lt(auditRun.completedAt, before)).limit(1).get();
}

export function countFinishedRuns(db: Db, domainId: string, exceptRunId: string): Promise<number> {
  return db.$count(
    auditRun,
    and(eq(auditRun.domainId, domainId), inArray(auditRun.status, [...FINISHED]), ne(auditRun.id, exceptRunId)),
  );
}
/** Runs among which the latest of the whole site is looked for. */
const LOOKED_AT = 200;

/** The finished run that speaks for a domain's whole site: the latest that read it, or else the latest. */
export async function latestSiteRun(db: Db, domainId: string): Promise<RunRow | undefined> {
  const latest = await latestFinishedRun(db, domainId);
  if (!latest || isSiteRun(latest)) return latest;
  const rows = await db
    .select({ id: auditRun.id, scopeKey: auditRun.scopeKey, status: auditRun.status, trigger: auditRun.trigger })
    .from(auditRun)
    .where(and(eq(auditRun.domainId, domainId), inArray(auditRun.status, [...FINISHED])))
    .orderBy(desc(auditRun.startedAt))
    .limit(LOOKED_AT)
    .all();
  const id = siteRunOf(rows)?.id;
  return id === undefined || id === latest.id ? latest : findRun(db, id);
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

/** Books the usage of a domain's active run, which is about to be deleted. */
export async function bookActiveRun(db: Db, domainId: string, pagesCrawled: number): Promise<void> {
  await db.run(sql`
    INSERT OR IGNORE INTO audit_usage (run_id, account_id, month, pages, on_demand)
    SELECT id, account_id, strftime('%Y-%m', started_at / 1000, 'unixepoch'), ${pagesCrawled}, frequency = 'on_demand'
    FROM audit_run WHERE domain_id = ${domainId} AND status IN ('queued', 'running')`);
}

/**
 * Deletes a domain's runs with their analyses. Their usage stays booked. False: the budget is used up and something is
 * left.
 */
export function deleteRuns(db: Db, domainId: string, budget: QueryBudget): Promise<boolean> {
  const runs = sql`DELETE FROM audit_run WHERE rowid IN (SELECT rowid FROM audit_run WHERE domain_id = ${domainId} LIMIT 500)`;
  const parts = sql`DELETE FROM audit_part WHERE rowid IN (SELECT rowid FROM audit_part WHERE domain_id = ${domainId} LIMIT 500)`;
  return deleteAllChunks(db, [runs, parts], budget);
}
