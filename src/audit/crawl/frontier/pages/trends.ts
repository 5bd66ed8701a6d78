import type { Rows } from "../../../model/page/page-row";

/** Points kept per path: more than the ten shown, so that older runs can show theirs too. */
const TREND_POINTS = 30;

/** Earlier scores of a path. */
export interface TrendRow {
  path_hash: number;
  /** JSON array of [runId, healthScore, statusCode, issueCount], newest last. */
  points: string;
}

export interface PathScore {
  urlHash: number;
  /** Null: the run's scores mean nothing. */
  healthScore: number | null;
  statusCode: number;
  issueCount: number;
}

export function createTrends(sql: SqlStorage): void {
  sql.exec(
    "CREATE TABLE IF NOT EXISTS trend(path_hash INTEGER PRIMARY KEY, points TEXT NOT NULL, seen_at INTEGER NOT NULL)",
  );
}

/** Adds a run's scores to the trends of their paths, once per run. */
export function storeTrends(sql: SqlStorage, runId: string, scores: readonly PathScore[], now: number): void {
  if (scores.length === 0) return;
  sql.exec(
    `INSERT INTO trend (path_hash, points, seen_at)
     SELECT value ->> 0, json_array(json_array(?1, value ->> 1, value ->> 2, value ->> 3)), ?3 FROM json_each(?2) WHERE true
     ON CONFLICT (path_hash) DO UPDATE SET seen_at = ?3, points =
       CASE WHEN json_array_length(points) >= ${TREND_POINTS} THEN json_insert(json_remove(points, '$[0]'), '$[#]', json_extract(excluded.points, '$[0]'))
            ELSE json_insert(points, '$[#]', json_extract(excluded.points, '$[0]')) END
     WHERE points ->> '$[#-1][0]' <> ?1`,
    runId,
    JSON.stringify(scores.map((each) => [each.urlHash, each.healthScore, each.statusCode, each.issueCount])),
    now,
  );
}

/** Earlier scores by path (hash53), of those that have any. */
export function pointsOf(sql: SqlStorage, hashes: readonly number[]): Map<number, string> {
  const query = "SELECT path_hash, points FROM trend WHERE path_hash IN (SELECT value FROM json_each(?1))";
  const rows = sql.exec<{ path_hash: number; points: string }>(query, JSON.stringify(hashes));
  return new Map(Array.from(rows, ({ path_hash, points }) => [path_hash, points]));
}

/** Earlier scores of these paths (hash53). */
export function trendsOf(sql: SqlStorage, hashes: readonly number[]): string[] {
  const query = "SELECT points FROM trend WHERE path_hash IN (SELECT value FROM json_each(?1))";
  return [...sql.exec<{ points: string }>(query, JSON.stringify(hashes))].map((row) => row.points);
}

/** Returns those URLs (hash53) that a finished run of the domain has seen. */
export function knownPaths(sql: SqlStorage, urlHashes: readonly number[]): number[] {
  const query = "SELECT path_hash AS hash FROM trend WHERE path_hash IN (SELECT value FROM json_each(?1))";
  return [...sql.exec<{ hash: number }>(query, JSON.stringify(urlHashes))].map((row) => row.hash);
}

/** Forgets paths that no finished run has seen since `before`. */
export function pruneTrends(sql: SqlStorage, before: number): void {
  sql.exec("DELETE FROM trend WHERE seen_at < ?1", before);
}

/** The trends of paths after `afterHash`, in order. */
export function trendRows(sql: SqlStorage, afterHash: number, limit: number): Rows<TrendRow> {
  const query = "SELECT path_hash, points FROM trend WHERE path_hash > ?1 ORDER BY path_hash LIMIT ?2";
  const rows = sql.exec<TrendRow & Record<string, SqlStorageValue>>(query, afterHash, limit).toArray();
  return { rows, more: rows.length >= limit };
}
