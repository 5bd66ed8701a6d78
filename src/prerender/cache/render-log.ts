import { pageOfKey } from "../core/variant";
import { boundRecord, RENDER_LOG, type RenderEnd, type RenderRecord } from "../core/turns/render-record";

export type LoggedRender = RenderRecord & { id: number; path: string };

/** Adds a render of one of a page's snapshots to the log. Deletes the page's oldest entries beyond its limit. */
export function logRender(sql: SqlStorage, key: string, record: RenderRecord): void {
  const { path } = pageOfKey(key);
  sql.exec(
    "INSERT INTO render_log(path, at, record) VALUES(?1, ?2, ?3)",
    path,
    record.at,
    JSON.stringify(boundRecord(record)),
  );
  sql.exec(
    "DELETE FROM render_log WHERE path = ?1 AND id NOT IN (SELECT id FROM render_log WHERE path = ?1 ORDER BY id DESC LIMIT ?2)",
    path,
    RENDER_LOG.perPath,
  );
}

/** Renders of a page and of an outcome, or of all for null, newest first, with an id below `before`. */
export function listRenders(
  sql: SqlStorage,
  { path, outcome }: { path: string | null; outcome: RenderEnd | null },
  before: number,
  limit: number,
): LoggedRender[] {
  return sql
    .exec<{ id: number; path: string; record: string }>(
      "SELECT id, path, record FROM render_log WHERE (?1 IS NULL OR path = ?1) AND (?4 IS NULL OR record ->> 'outcome' = ?4) AND id < ?2 ORDER BY id DESC LIMIT ?3",
      path,
      before,
      limit,
      outcome,
    )
    .toArray()
    .map((row) => Object.assign(JSON.parse(row.record) as RenderRecord, { id: row.id, path: row.path }));
}

export interface RenderCounts {
  pages: number;
  byOutcome: { outcome: RenderEnd; count: number }[];
  latestAt: number | null;
}

/** How the renders that began at or after `since` ended. */
export function countRenders(sql: SqlStorage, since: number): RenderCounts {
  const { pages, latestAt } = sql
    .exec<{ pages: number; latestAt: number | null }>(
      "SELECT count(DISTINCT path) AS pages, max(at) AS latestAt FROM render_log WHERE at >= ?",
      since,
    )
    .one();
  const byOutcome = sql
    .exec<{ outcome: RenderEnd; count: number }>(
      "SELECT record ->> 'outcome' AS outcome, count(*) AS count FROM render_log WHERE at >= ? GROUP BY 1 ORDER BY 2 DESC",
      since,
    )
    .toArray();
  return { pages, byOutcome, latestAt };
}

/** Deletes entries that are too old or beyond the limit. */
export function pruneRenderLog(sql: SqlStorage, now: number): void {
  sql.exec(
    "DELETE FROM render_log WHERE at < ?1 OR id <= (SELECT max(id) FROM render_log) - ?2",
    now - RENDER_LOG.ageMs,
    RENDER_LOG.perDomain,
  );
}
