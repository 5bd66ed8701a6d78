import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../../db/client";
import { deleteAllChunks, type QueryBudget } from "../../../db/delete-chunks";
import type { ResultRow, Rows } from "../../model/page/page-row";

// Pages and trends of releases that stored them in D1. Each domain's object moves its own (LegacyMove); until it has,
// callers read them here. A later release drops the tables and this file.

const RESULT = sql.raw(`run_id AS runId, seq, path, status_code AS statusCode, load_time_ms AS loadTimeMs,
  health_score AS healthScore, preview_score AS previewScore, indexable, issues, cross_issues AS crossIssues, depth,
  outcome, non_indexable_reason AS nonIndexableReason, rendered, share_image AS shareImage`);

/** Listed pages as the API returns them, with the earlier scores of their paths. */
export async function legacyResultRows(
  db: Db,
  run: { id: string; domainId: string },
  afterSeq: number,
  limit: number,
): Promise<Rows<ResultRow>> {
  const rows = await db.all<ResultRow>(sql`
    SELECT ${RESULT}, points, NULL AS linkedFrom, NULL AS carriedAt, NULL AS extracted FROM audit_page
    LEFT JOIN audit_trend ON audit_trend.domain_id = ${run.domainId} AND audit_trend.path_hash = audit_page.url_hash
    WHERE run_id = ${run.id} AND seq > ${afterSeq} AND listed = 1 ORDER BY seq LIMIT ${limit}`);
  return { rows, more: rows.length === limit };
}

/** A run's listed page with this path and query. */
export async function findLegacyPage(db: Db, runId: string, path: string): Promise<ResultRow | null> {
  const rows = await db.all<ResultRow>(sql`
    SELECT ${RESULT}, NULL AS points, NULL AS linkedFrom, NULL AS carriedAt, NULL AS extracted FROM audit_page WHERE run_id = ${runId} AND path = ${path} AND listed = 1 LIMIT 1`);
  return rows[0] ?? null;
}

/** Returns those URLs (hash53) that a finished run of the domain has seen. */
export async function knownLegacyPaths(db: Db, domainId: string, urlHashes: readonly number[]): Promise<number[]> {
  const rows = await db.all<{ hash: number }>(sql`
    SELECT path_hash AS hash FROM audit_trend
    WHERE domain_id = ${domainId} AND path_hash IN (SELECT value FROM json_each(${JSON.stringify(urlHashes)}))`);
  return rows.map((row) => row.hash);
}

/** Number of listed pages that were actually fetched. */
export async function countLegacyPages(db: Db, runId: string): Promise<number> {
  const row = await db.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM audit_page WHERE run_id = ${runId} AND listed = 1 AND outcome <> 'blocked'`,
  );
  return row.n;
}

/** The domain's first run after `afterId`, by id, that has pages in D1; null: there is none. */
export async function nextLegacyRun(db: Db, domainId: string, afterId: string): Promise<string | null> {
  const row = await db.get<{ id: string | null }>(sql`
    SELECT min(id) AS id FROM audit_run
    WHERE domain_id = ${domainId} AND id > ${afterId} AND EXISTS (SELECT 1 FROM audit_page WHERE run_id = audit_run.id)`);
  return row.id;
}

/** Texts per chunk of a move: rows of hostile pages take hundreds of kilobytes each. */
const CHUNK_CHARS = 4_000_000;

/** Rows of a run in D1, whole, after `afterSeq`: up to `limit`, fewer if they are large. */
export function rawLegacyPages<T>(db: Db, runId: string, afterSeq: number, limit: number): Promise<T[]> {
  return db.all<T>(sql`
    SELECT * FROM audit_page WHERE run_id = ${runId} AND seq IN (
      SELECT seq FROM (
        SELECT seq, row_number() OVER place AS place, sum(chars) OVER place AS total FROM (
          SELECT seq, length(concat(links, relations, issues, cross_issues, rendered)) AS chars FROM audit_page
          WHERE run_id = ${runId} AND seq > ${afterSeq} ORDER BY seq LIMIT ${limit})
        WINDOW place AS (ORDER BY seq))
      WHERE place = 1 OR total < ${CHUNK_CHARS})
    ORDER BY seq`);
}

/** Trends in D1 of paths after `afterHash`, in order. */
export function legacyTrends(
  db: Db,
  domainId: string,
  afterHash: number,
  limit: number,
): Promise<Array<{ path_hash: number; points: string }>> {
  return db.all(sql`
    SELECT path_hash, points FROM audit_trend
    WHERE domain_id = ${domainId} AND path_hash > ${afterHash} ORDER BY path_hash LIMIT ${limit}`);
}

/** Earlier scores of these paths (hash53) in D1. */
export async function legacyTrend(db: Db, domainId: string, hashes: readonly number[]): Promise<string[]> {
  const rows = await db.all<{ points: string }>(sql`
    SELECT points FROM audit_trend
    WHERE domain_id = ${domainId} AND path_hash IN (SELECT value FROM json_each(${JSON.stringify(hashes)}))`);
  return rows.map((row) => row.points);
}

const pagesOf = (domainId: string): SQL => sql`
  DELETE FROM audit_page WHERE rowid IN (
    SELECT page.rowid FROM audit_run AS run JOIN audit_page AS page ON page.run_id = run.id
    WHERE run.domain_id = ${domainId} LIMIT 2000)`;
const trendsOf = (domainId: string): SQL => sql`
  DELETE FROM audit_trend WHERE rowid IN (SELECT rowid FROM audit_trend WHERE domain_id = ${domainId} LIMIT 5000)`;

/** Deletes a domain's pages and trends from D1. False: the budget is used up and something is left. */
export function deleteLegacyRows(db: Db, domainId: string, budget: QueryBudget): Promise<boolean> {
  return deleteAllChunks(db, [pagesOf(domainId), trendsOf(domainId)], budget);
}
