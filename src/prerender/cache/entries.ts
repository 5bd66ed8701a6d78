import { expiryOf, type SnapshotEntry } from "../core/snapshot";
import type { StoredBody } from "../core/turns/render-journal";

export type EntryRow = {
  path: string;
  snap: string;
  status: number;
  created_at: number;
  etag: string;
  bytes: number;
  render_ms: number;
  words: number;
  headers: string;
  copied_at: number;
  hits: number;
};

const SERVABLE =
  "SELECT path, snap, status, created_at, etag, bytes, render_ms, words, headers, copied_at, hits FROM entry WHERE path = ?1 AND expires_at > ?2";

function entryOf(row: EntryRow): SnapshotEntry {
  return {
    snap: row.snap,
    status: row.status,
    createdAt: row.created_at,
    etag: row.etag,
    bytes: row.bytes,
    renderMs: row.render_ms,
    words: row.words,
    headers: JSON.parse(row.headers) as Record<string, string>,
  };
}

/** A live entry. The times are epoch ms, 0 for never. */
export interface FoundEntry {
  entry: SnapshotEntry;
  /** When KV was to get a copy of its body. */
  copiedAt: number;
  /** Requests for it that storage counts. */
  hits: number;
}

/** The live entry of a page. */
export function findEntry(sql: SqlStorage, path: string, now: number): FoundEntry | null {
  for (const row of sql.exec<EntryRow>(SERVABLE, path, now))
    return { entry: entryOf(row), copiedAt: row.copied_at, hits: row.hits };
  return null;
}

/** The status of a live page and the canonical URL that it names; null if it is not cached. */
export function findCanonical(
  sql: SqlStorage,
  path: string,
  now: number,
): { status: number; canonical: string } | null {
  const query = "SELECT status, canonical FROM entry WHERE path = ?1 AND expires_at > ?2";
  return sql.exec<{ status: number; canonical: string }>(query, path, now).toArray()[0] ?? null;
}

/** Records that KV is to get a copy of a body. */
export function noteCopy(sql: SqlStorage, path: string, now: number): void {
  sql.exec("UPDATE entry SET copied_at = ?2 WHERE path = ?1", path, now);
}

/** The body that a page's entry refers to, also if the entry has expired. */
export function presentBody(sql: SqlStorage, path: string): StoredBody | null {
  const query = "SELECT snap, copied_at FROM entry WHERE path = ?1";
  const [row] = sql.exec<{ snap: string; copied_at: number }>(query, path).toArray();
  return row ? { snap: row.snap, copied: row.copied_at > 0 } : null;
}

/** When a page that was `before` got the content ?14, which this render at ?4 has; 0: not known. */
const changedAt = (before: string) =>
  `iif(${before}.content = '' OR ?14 = '', 0, iif(${before}.content = ?14, ${before}.changed_at, ?4))`;

/** Sets a page's entry: one row. A body that stays keeps its copy. */
export function putEntry(sql: SqlStorage, path: string, entry: SnapshotEntry): void {
  sql.exec(
    `INSERT INTO entry(path, snap, status, created_at, expires_at, etag, bytes, render_ms, words, headers, title, description, canonical, content,
       changed_at)
     VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
       coalesce((SELECT ${changedAt("known")} FROM known WHERE path = ?1), 0))
     ON CONFLICT DO UPDATE SET snap = ?2, status = ?3, created_at = ?4, expires_at = ?5, etag = ?6, bytes = ?7, render_ms = ?8,
       words = ?9, headers = ?10, title = ?11, description = ?12, canonical = ?13, content = ?14, hits = 0, stale_at = 0,
       smaller_words = 0, smaller_runs = 0, copied_at = iif(snap = ?2, copied_at, 0),
       changed_at = ${changedAt("entry")}`,
    path,
    entry.snap,
    entry.status,
    entry.createdAt,
    expiryOf(entry),
    entry.etag,
    entry.bytes,
    entry.renderMs,
    entry.words,
    JSON.stringify(entry.headers),
    entry.about?.title ?? "",
    entry.about?.description ?? "",
    entry.about?.canonical ?? "",
    entry.about?.content ?? "",
  );
}
