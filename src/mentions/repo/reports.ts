import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client";
import { reportDue } from "../../db/schema";
import type { Provider } from "../core/provider";

/** Days of a window, `yyyy-mm-dd`, inclusive. */
interface Days {
  from: string;
  to: string;
}

const OPEN = sql`('queued', 'running', 'answered')`;

/**
 * The mark of a domain with something new to report. While a report is made, the mark names its maker. So of all the
 * answers between two reports, one writes a row.
 */
const WAITING = "waiting";

/** Marks a run's domain as due for a report, if the run ended as `ok` at `now`. Place it in the transaction that ended it. */
export function reportDueFor(runId: string, now: number): SQL {
  return sql`INSERT INTO report_due (domain_id, mark)
    SELECT r.domain_id, ${WAITING} FROM prompt_run r JOIN domain d ON d.id = r.domain_id
    WHERE r.id = ${runId} AND r.status = 'ok' AND r.finished_at = ${now}
    ON CONFLICT (domain_id) DO UPDATE SET mark = excluded.mark WHERE mark <> excluded.mark`;
}

/** Marks a domain as due after its answers were analysed again. */
export async function markForReport(db: Db, domainId: string): Promise<void> {
  await db.run(sql`INSERT INTO report_due (domain_id, mark)
    SELECT id, ${WAITING} FROM domain WHERE id = ${domainId} AND deleted_at IS NULL
    ON CONFLICT (domain_id) DO UPDATE SET mark = excluded.mark WHERE mark <> excluded.mark`);
}

/** Marks every domain with an analysed answer in the window, even if runs are still open. */
export async function forceReports(db: Db, { from, to }: Days): Promise<void> {
  await db.run(sql`INSERT INTO report_due (domain_id, mark, forced)
    SELECT d.id, ${WAITING}, 1 FROM domain d
    WHERE d.deleted_at IS NULL
      AND EXISTS (SELECT 1 FROM prompt_run r WHERE r.domain_id = d.id AND r.date_utc BETWEEN ${from} AND ${to} AND r.status = 'ok')
    ON CONFLICT (domain_id) DO UPDATE SET mark = excluded.mark, forced = 1`);
}

/** Marked domains after `after` whose report can be made now: forced, or without open runs in the window. */
export async function readyReports(db: Db, { from, to }: Days, after: string, limit: number): Promise<string[]> {
  const rows = await db.values<[string]>(sql`
    SELECT domain_id FROM report_due due
    WHERE domain_id > ${after} AND (forced = 1 OR NOT EXISTS (
      SELECT 1 FROM prompt_run r WHERE r.domain_id = due.domain_id AND r.date_utc BETWEEN ${from} AND ${to} AND r.status IN ${OPEN}))
    ORDER BY domain_id LIMIT ${limit}`);
  return rows.map(([domainId]) => domainId);
}

/** Begins a report of a due domain: what is marked from now on is news. False: the domain isn't due. */
export async function beginReport(db: Db, domainId: string, maker: string): Promise<boolean> {
  const begun = await db.update(reportDue).set({ mark: maker }).where(eq(reportDue.domainId, domainId));
  return begun.meta.changes > 0;
}

/** Ends a report that this maker began. If there was news meanwhile, or another began one, the domain stays due. */
export async function endReport(db: Db, domainId: string, maker: string): Promise<void> {
  await db.delete(reportDue).where(and(eq(reportDue.domainId, domainId), eq(reportDue.mark, maker)));
}

/** Number of runs in the window that have not ended. */
export async function countOpenRuns(db: Db, domainId: string, { from, to }: Days): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    SELECT count(*) AS n FROM prompt_run
    WHERE domain_id = ${domainId} AND date_utc BETWEEN ${from} AND ${to} AND status IN ${OPEN}`);
  return row.n;
}

/** Number of runs in the window that ended without an answer, by provider. */
export function countFailedRuns(db: Db, domainId: string, { from, to }: Days) {
  return db.all<{ provider: Provider; runs: number }>(sql`
    SELECT provider, count(*) AS runs FROM prompt_run
    WHERE domain_id = ${domainId} AND date_utc BETWEEN ${from} AND ${to} AND status = 'error' GROUP BY provider`);
}
