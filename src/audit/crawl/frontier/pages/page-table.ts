import { valueSize, type PageRow, type ResultRow, type Rows } from "../../../model/page/page-row";
import { storeExtracted } from "./extracted-fields";

/** PageRow field → column. The type keeps the table in step with PageRow. */
const PAGE_COLUMNS: Record<Exclude<keyof PageRow, "extracted">, string> = {
  seq: "seq",
  path: "path",
  urlHash: "url_hash",
  listed: "listed",
  inSitemap: "in_sitemap",
  statusCode: "status_code",
  outcome: "outcome",
  loadTimeMs: "load_time_ms",
  depth: "depth",
  pattern: "pattern",
  bytes: "bytes",
  indexable: "indexable",
  nonIndexableReason: "non_indexable_reason",
  redirectHash: "redirect_hash",
  canonicalHash: "canonical_hash",
  titleHash: "title_hash",
  descriptionHash: "description_hash",
  textHash: "text_hash",
  links: "links",
  relations: "relations",
  issues: "issues",
  issueCount: "issue_count",
  healthScore: "health_score",
  previewScore: "preview_score",
  sharedPreviewScore: "shared_preview_score",
  rendered: "rendered",
  shareImage: "share_image",
  files: "files",
};
const PAGE_KEYS = Object.keys(PAGE_COLUMNS) as Array<keyof typeof PAGE_COLUMNS>;

const WRITTEN = ["run_id", ...Object.values(PAGE_COLUMNS)];
const INSERT = `INSERT OR REPLACE INTO page (${WRITTEN.join(", ")}) VALUES (${WRITTEN.map(() => "?").join(", ")})`;

/** Every column of the table. */
export const ALL_COLUMNS = [...WRITTEN, "cross_issues"];

/** The pages of the domain's latest runs: one row per URL, keyed by its place in the frontier. */
export function createPages(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS page(
      run_id TEXT NOT NULL, seq INTEGER NOT NULL, path TEXT NOT NULL, url_hash INTEGER NOT NULL, listed INTEGER NOT NULL,
      in_sitemap INTEGER NOT NULL, status_code INTEGER NOT NULL, outcome TEXT NOT NULL, load_time_ms INTEGER NOT NULL,
      depth INTEGER NOT NULL, pattern INTEGER, bytes INTEGER NOT NULL, indexable INTEGER NOT NULL, non_indexable_reason TEXT,
      redirect_hash INTEGER, canonical_hash INTEGER, title_hash INTEGER, description_hash INTEGER, text_hash INTEGER,
      links TEXT, relations TEXT, issues TEXT NOT NULL, cross_issues TEXT NOT NULL DEFAULT '[]', issue_count INTEGER NOT NULL,
      health_score REAL NOT NULL, preview_score INTEGER NOT NULL, shared_preview_score INTEGER NOT NULL, rendered TEXT,
      share_image TEXT, files TEXT, PRIMARY KEY (run_id, seq));
    CREATE INDEX IF NOT EXISTS page_path ON page(run_id, path);`);
}

/** Stores pages of a run, keyed by `seq`: storing one twice leaves one row. */
export function storePages(sql: SqlStorage, runId: string, rows: readonly PageRow[]): void {
  for (const row of rows) sql.exec(INSERT, runId, ...PAGE_KEYS.map((key) => row[key]));
  storeExtracted(sql, runId, rows);
}

/** A response of an object may have at most 32 MiB, and a hostile page's row takes hundreds of kilobytes. */
const MAX_CHARS = 4_000_000;

/** Collects rows until `limit`, or until their texts are large enough for one response. */
export function rowsUpTo<T extends object>(cursor: Iterable<object>, limit: number): Rows<T> {
  const rows: T[] = [];
  let chars = 0;
  for (const row of cursor) {
    rows.push(row as T);
    for (const value of Object.values(row)) chars += valueSize(value);
    if (chars > MAX_CHARS || rows.length >= limit) return { rows, more: true };
  }
  return { rows, more: false };
}

/** Columns of a page as the API returns it, and the tables they come from. */
export const RESULT = `page.run_id AS runId, page.seq, page.path, status_code AS statusCode, load_time_ms AS loadTimeMs,
  health_score AS healthScore, preview_score AS previewScore, indexable, issues, cross_issues AS crossIssues, depth,
  outcome, non_indexable_reason AS nonIndexableReason, rendered, share_image AS shareImage, points,
  linked_from.links AS linkedFrom, carried.fetched_at AS carriedAt, extracted.found AS extracted`;
export const RESULT_TABLES = `page LEFT JOIN trend ON trend.path_hash = page.url_hash
  LEFT JOIN linked_from ON linked_from.run_id = page.run_id AND linked_from.seq = page.seq
  LEFT JOIN carried ON carried.run_id = page.run_id AND carried.seq = page.seq
  LEFT JOIN extracted ON extracted.run_id = page.run_id AND extracted.seq = page.seq`;

/** Listed pages as the API returns them, with the earlier scores of their paths. */
export function resultRows(sql: SqlStorage, runId: string, afterSeq: number, limit: number): Rows<ResultRow> {
  const query = `SELECT ${RESULT} FROM ${RESULT_TABLES}
    WHERE page.run_id = ?1 AND page.seq > ?2 AND listed = 1 ORDER BY page.seq LIMIT ?3`;
  return rowsUpTo(sql.exec(query, runId, afterSeq, limit), limit);
}

/** A run's listed page with this path and query. */
export function findPage(sql: SqlStorage, runId: string, path: string): ResultRow | null {
  const query = `SELECT ${RESULT} FROM ${RESULT_TABLES} WHERE page.run_id = ?1 AND page.path = ?2 AND listed = 1 LIMIT 1`;
  return rowsUpTo<ResultRow>(sql.exec(query, runId, path), 1).rows[0] ?? null;
}

/** Number of listed pages that the run actually fetched. */
export function countPages(sql: SqlStorage, runId: string): number {
  const query = `SELECT count(*) AS n FROM page WHERE run_id = ?1 AND listed = 1 AND outcome <> 'blocked'
    AND NOT EXISTS (SELECT 1 FROM carried WHERE carried.run_id = ?1 AND carried.seq = page.seq)`;
  return sql.exec<{ n: number }>(query, runId).one().n;
}

/** Number of listed pages: those that an archive must have. */
export function countListed(sql: SqlStorage, runId: string): number {
  return sql.exec<{ n: number }>("SELECT count(*) AS n FROM page WHERE run_id = ?1 AND listed = 1", runId).one().n;
}

/** Ids of the runs that have pages here. */
export function storedRuns(sql: SqlStorage): string[] {
  const next = "SELECT min(run_id) AS id FROM page WHERE run_id > ?1";
  const ids: string[] = [];
  for (let id: string | null = ""; id !== null;) {
    id = sql.exec<{ id: string | null }>(next, id).one().id;
    if (id !== null) ids.push(id);
  }
  return ids;
}

/** Rows per deletion: few enough for other calls to get their turn. */
const DROPPED_ROWS = 5_000;

/**
 * Deletes pages of a run from the end backwards, so that a concurrent reader sees an early end, never a gap. False: some
 * are left.
 */
export function dropPages(sql: SqlStorage, runId: string): boolean {
  const last = "SELECT seq FROM page WHERE run_id = ?1 ORDER BY seq DESC LIMIT ?2";
  const { rowsWritten } = sql.exec(`DELETE FROM page WHERE run_id = ?1 AND seq IN (${last})`, runId, DROPPED_ROWS);
  return rowsWritten === 0;
}
