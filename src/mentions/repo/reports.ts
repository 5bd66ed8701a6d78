import { and, desc, eq, lt, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { promptRun, reportDue, visibilityReport } from "../../db/schema";
import { eventRecorded, type NewEvent } from "../../events";
import { fitting } from "../../lib/platform/fitting";
import type { Analysis } from "../core/analysis/types";
import type { Provider } from "../core/provider";
import type { AnsweredRun } from "../core/report/fill-evidence";

export type ReportRow = typeof visibilityReport.$inferSelect;

/** Days of a window, `yyyy-mm-dd`, inclusive. */
interface Days {
  from: string;
  to: string;
}

const OPEN = sql`('queued', 'running', 'answered')`;

/**
 * Marks a run's domain as due for a report. Place it right after the statement that ended the run, in the same
 * transaction.
 */
export function reportDueFor(runId: string): SQL {
  return sql`INSERT INTO report_due (domain_id, mark)
    SELECT r.domain_id, ${crypto.randomUUID()} FROM prompt_run r JOIN domain d ON d.id = r.domain_id
    WHERE r.id = ${runId} AND r.status = 'ok' AND changes() > 0
    ON CONFLICT (domain_id) DO UPDATE SET mark = excluded.mark`;
}

/** Marks a domain as due after its answers were analysed again. */
export async function markForReport(db: Db, domainId: string): Promise<void> {
  await db.run(sql`INSERT INTO report_due (domain_id, mark)
    SELECT id, ${crypto.randomUUID()} FROM domain WHERE id = ${domainId} AND deleted_at IS NULL
    ON CONFLICT (domain_id) DO UPDATE SET mark = excluded.mark`);
}

/** Marks every domain with an analysed answer in the window, even if runs are still open. */
export async function forceReports(db: Db, { from, to }: Days): Promise<void> {
  await db.run(sql`INSERT INTO report_due (domain_id, mark, forced)
    SELECT d.id, hex(randomblob(16)), 1 FROM domain d
    WHERE d.deleted_at IS NULL
      AND EXISTS (SELECT 1 FROM answer_fact f WHERE f.domain_id = d.id AND f.date_utc BETWEEN ${from} AND ${to})
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

export function findDue(db: Db, domainId: string) {
  return db.select().from(reportDue).where(eq(reportDue.domainId, domainId)).get();
}

/** Removes a mark once its report is made. A newer mark stays. */
export async function clearDue(db: Db, domainId: string, mark: string): Promise<void> {
  await db.delete(reportDue).where(and(eq(reportDue.domainId, domainId), eq(reportDue.mark, mark)));
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

/** The models that gave these answers. */
export function modelsOf(db: Db, runIds: readonly string[]) {
  return db.all<{ provider: Provider; model: string | null }>(sql`
    SELECT provider, model FROM prompt_run WHERE id IN (SELECT value FROM json_each(${JSON.stringify(runIds)}))`);
}

/** Stored answers with their analyses, to quote from. */
export async function answersToQuote(db: Db, runIds: readonly string[]): Promise<AnsweredRun[]> {
  const rows = await db
    .select({
      id: promptRun.id,
      text: promptRun.rawResponse,
      analysis: promptRun.analysis,
      citations: promptRun.citations,
    })
    .from(promptRun)
    .where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(runIds)}))`)
    .orderBy(promptRun.createdAt, promptRun.id)
    .all();
  return rows.map(({ id, text, analysis, citations }) => {
    const { mentions = [], citedUrls = [] } = (analysis ?? {}) as Partial<Analysis>;
    return { id, text, mentions, citedUrls, citations: citations ?? [] };
  });
}

/**
 * Stores a day's report. Replaces an older report of the day under the same id; an older one never replaces a newer
 * one. Records its events in the same transaction.
 */
export async function saveReport(db: Db, row: ReportRow, events: readonly NewEvent[]): Promise<void> {
  const saved = sql`
    INSERT INTO visibility_report (id, domain_id, date_utc, report_type, week_start_utc, report_json, report_markdown, created_at)
    VALUES (${row.id}, ${row.domainId}, ${row.dateUtc}, ${row.reportType}, ${row.weekStartUtc}, ${row.reportJson}, ${row.reportMarkdown}, ${row.createdAt})
    ON CONFLICT (domain_id, date_utc, report_type) DO UPDATE
    SET report_json = excluded.report_json, week_start_utc = excluded.week_start_utc, created_at = excluded.created_at
    WHERE excluded.created_at >= visibility_report.created_at`;
  await runBatch(db, [saved, ...events.map((event) => eventRecorded(db, event).getSQL())]);
}

/** The id that a day's report has or, if it is the first, will have. */
export async function reportIdOf(db: Db, domainId: string, dateUtc: string): Promise<string> {
  return (await findReport(db, domainId, dateUtc))?.id ?? crypto.randomUUID();
}

/** Reports read at once. */
const LIST_BYTES = 8 * 1024 * 1024;

/** The newest reports of a domain, of any type: at most `limit` and 8 MiB. */
export async function listReports(
  db: Db,
  domainId: string,
  { limit, date }: { limit: number; date?: string | undefined },
): Promise<ReportRow[]> {
  const { id, dateUtc, createdAt, reportJson, reportMarkdown } = visibilityReport;
  const ofDay = date === undefined ? undefined : eq(dateUtc, date);
  const newest = [desc(dateUtc), desc(createdAt), desc(id)];
  const bytes = sql<number>`coalesce(octet_length(${reportJson}), 0) + coalesce(octet_length(${reportMarkdown}), 0)`;
  const sizes = await db
    .select({ id, bytes })
    .from(visibilityReport)
    .where(and(eq(visibilityReport.domainId, domainId), ofDay))
    .orderBy(...newest)
    .limit(limit)
    .all();
  const ids = fitting(sizes, LIST_BYTES).map((each) => each.id);
  return db
    .select()
    .from(visibilityReport)
    .where(sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .orderBy(...newest)
    .all();
}

/** The `auto` report of a day. */
export function findReport(db: Db, domainId: string, dateUtc: string): Promise<ReportRow | undefined> {
  return db
    .select()
    .from(visibilityReport)
    .where(
      and(
        eq(visibilityReport.domainId, domainId),
        eq(visibilityReport.dateUtc, dateUtc),
        eq(visibilityReport.reportType, "auto"),
      ),
    )
    .get();
}

export function findReportById(db: Db, domainId: string, id: string): Promise<ReportRow | undefined> {
  return db
    .select()
    .from(visibilityReport)
    .where(and(eq(visibilityReport.id, id), eq(visibilityReport.domainId, domainId)))
    .get();
}

/** The newest `auto` report of an earlier day. */
export function reportBefore(db: Db, domainId: string, dateUtc: string): Promise<ReportRow | undefined> {
  return db
    .select()
    .from(visibilityReport)
    .where(
      and(
        eq(visibilityReport.domainId, domainId),
        eq(visibilityReport.reportType, "auto"),
        lt(visibilityReport.dateUtc, dateUtc),
      ),
    )
    .orderBy(desc(visibilityReport.dateUtc))
    .limit(1)
    .get();
}
