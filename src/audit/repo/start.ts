import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { auditRun } from "../../db/schema";
import { ACTIVE, type RunRow } from "./runs";

interface RunLimits {
  pagesPerRun: number;
  pagesPerMonth: number;
  onDemandAuditsPerMonth: number;
}

type NewRun = Pick<
  RunRow,
  "id" | "accountId" | "domainId" | "domain" | "trigger" | "frequency" | "mode" | "scopeKey" | "slot" | "startedAt"
> &
  Partial<Pick<RunRow, "mailTo">>;

/** Pages of a month already used or reserved by active runs. */
const pagesTaken = (accountId: string, month: string) => sql`(
  (SELECT coalesce(sum(pages), 0) FROM audit_usage WHERE account_id = ${accountId} AND month = ${month})
  + (SELECT coalesce(sum(page_limit), 0) FROM audit_run WHERE account_id = ${accountId} AND status IN ('queued', 'running')))`;

/** Limits a list of runs to those of some domains. Runs that were deleted with their domain belong to none. */
const ofDomains = (runId: string, only: readonly string[] | null) =>
  only
    ? sql`AND ${sql.raw(runId)} IN (SELECT id FROM audit_run WHERE domain IN (SELECT value FROM json_each(${JSON.stringify(only)})))`
    : sql``;

/** On-demand audits of a month: ended ones, which stay booked even if the run is deleted, and active ones. */
const onDemandTaken = (
  accountId: string,
  month: { start: number; name: string },
  only: readonly string[] | null = null,
) => sql`(
  (SELECT count(*) FROM audit_usage WHERE account_id = ${accountId} AND month = ${month.name} AND on_demand ${ofDomains("run_id", only)})
  + (SELECT count(*) FROM audit_run WHERE account_id = ${accountId} AND started_at >= ${month.start} AND frequency = 'on_demand' AND status IN ('queued', 'running') ${ofDomains("id", only)}))`;

/**
 * Inserts a run if the month's limits allow one, limited to the pages left in the month. One statement counts and
 * inserts. Throws on a unique index if the domain has an active run or the slot is taken.
 */
export async function insertRun(
  db: Db,
  row: NewRun,
  month: { start: number; name: string },
  limits: RunLimits,
): Promise<{ pageLimit: number } | { refused: "on_demand" | "month" }> {
  const pagesLeft = sql`${limits.pagesPerMonth} - ${pagesTaken(row.accountId, month.name)}`;
  const [inserted] = await db.all<{ pageLimit: number }>(sql`
    INSERT INTO audit_run (id, account_id, domain_id, domain, status, "trigger", frequency, mode, scope_key, slot, mail_to, page_limit, started_at, heartbeat_at)
    SELECT ${row.id}, ${row.accountId}, ${row.domainId}, ${row.domain}, 'queued', ${row.trigger}, ${row.frequency}, ${row.mode}, ${row.scopeKey}, ${row.slot}, ${row.mailTo ?? null}, min(${limits.pagesPerRun}, month.pages_left), ${row.startedAt}, ${row.startedAt}
    FROM (SELECT ${pagesLeft} AS pages_left, ${onDemandTaken(row.accountId, month)} AS on_demand) AS month
    WHERE month.pages_left > 0 AND (${row.frequency} <> 'on_demand' OR month.on_demand < ${limits.onDemandAuditsPerMonth})
    RETURNING page_limit AS pageLimit`);
  if (inserted) return inserted;
  return {
    refused: (await pagesPromised(db, row.accountId, month.name)) >= limits.pagesPerMonth ? "month" : "on_demand",
  };
}

/** Deletes the row of a run that could not be started. */
export async function deleteUnstartedRun(db: Db, id: string): Promise<void> {
  await db.delete(auditRun).where(and(eq(auditRun.id, id), eq(auditRun.status, "queued")));
}

export async function countOnDemandRuns(
  db: Db,
  accountId: string,
  month: { start: number; name: string },
  only: readonly string[] | null = null,
): Promise<number> {
  const row = await db.get<{ n: number }>(sql`SELECT ${onDemandTaken(accountId, month, only)} AS n`);
  return row.n;
}

/** Pages of a month that a new run can't use: already used or reserved by active runs. */
export async function pagesPromised(db: Db, accountId: string, month: string): Promise<number> {
  const row = await db.get<{ n: number }>(sql`SELECT ${pagesTaken(accountId, month)} AS n`);
  return row.n;
}

/** Pages audited in a month by ended runs, without the runs `except`. */
export async function pagesBooked(
  db: Db,
  accountId: string,
  month: string,
  except: readonly string[],
  only: readonly string[] | null,
): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    SELECT coalesce(sum(pages), 0) AS n FROM audit_usage
    WHERE account_id = ${accountId} AND month = ${month}
      AND run_id NOT IN (SELECT value FROM json_each(${JSON.stringify(except)})) ${ofDomains("run_id", only)}`);
  return row.n;
}

/** On-demand audits and pages of a month by domain, for these domains of an account. Only ended runs count. */
export async function auditUsageOf(
  db: Db,
  accountId: string,
  month: string,
  domainIds: readonly string[],
): Promise<Map<string, { onDemandAudits: number; pages: number }>> {
  const rows = await db.all<{ id: string; onDemandAudits: number; pages: number }>(sql`
    SELECT r.domain_id AS id, sum(u.on_demand) AS onDemandAudits, sum(u.pages) AS pages
    FROM audit_run r JOIN audit_usage u ON u.run_id = r.id
    WHERE r.domain_id IN (SELECT value FROM json_each(${JSON.stringify(domainIds)}))
      AND u.account_id = ${accountId} AND u.month = ${month} GROUP BY r.domain_id`);
  return new Map(rows.map(({ id, ...used }) => [id, used]));
}

/** Active runs of an account. */
export function activeRuns(db: Db, accountId: string): Promise<RunRow[]> {
  return db
    .select()
    .from(auditRun)
    .where(and(eq(auditRun.accountId, accountId), inArray(auditRun.status, [...ACTIVE])))
    .all();
}

/** The run that a slot has started. */
export function findRunOfSlot(db: Db, domainId: string, slot: string): Promise<Pick<RunRow, "id"> | undefined> {
  const ofSlot = and(eq(auditRun.domainId, domainId), eq(auditRun.slot, slot));
  return db.select({ id: auditRun.id }).from(auditRun).where(ofSlot).get();
}

export function findActiveRun(db: Db, domainId: string): Promise<RunRow | undefined> {
  return db
    .select()
    .from(auditRun)
    .where(and(eq(auditRun.domainId, domainId), inArray(auditRun.status, [...ACTIVE])))
    .get();
}
