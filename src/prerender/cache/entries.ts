import type { DescribedPage } from "../core/llms-text";
import { keysOf, PAGE_SQL, pageOfKey } from "../core/variant";
import { expiryOf, type SnapshotEntry } from "../core/snapshot";

type EntryRow = {
  path: string;
  snap: string;
  status: number;
  created_at: number;
  etag: string;
  bytes: number;
  render_ms: number;
  words: number;
  headers: string;
  refresh_at: number;
};

/** A page of the sitemap: its key and the time of its last change; null if the sitemap gives none. */
export interface SitemapPage {
  path: string;
  changedAt: number | null;
}

const SERVABLE =
  "SELECT path, snap, status, created_at, etag, bytes, render_ms, words, headers, refresh_at FROM entry WHERE path = ?1 AND expires_at > ?2";

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

/** The live entry of a page, and when a new render of it was last requested (0: never). */
export function findEntry(
  sql: SqlStorage,
  path: string,
  now: number,
): { entry: SnapshotEntry; refreshAt: number } | null {
  for (const row of sql.exec<EntryRow>(SERVABLE, path, now)) return { entry: entryOf(row), refreshAt: row.refresh_at };
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

/** Records that a new render of a stale page was requested. */
export function askRefresh(sql: SqlStorage, path: string, now: number): void {
  sql.exec("UPDATE entry SET refresh_at = ?2 WHERE path = ?1", path, now);
}

/** Sets a page's entry. Returns the snapshot it replaces. */
export function putEntry(sql: SqlStorage, path: string, entry: SnapshotEntry): string[] {
  const replaced = sql.exec<{ snap: string }>("SELECT snap FROM entry WHERE path = ?1", path).toArray();
  sql.exec(
    `INSERT OR REPLACE INTO entry(path, snap, status, created_at, expires_at, etag, bytes, render_ms, words, headers, title, description, canonical, content)
     VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)`,
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
  return replaced.map((row) => row.snap);
}

/** Pages by path, with all their snapshots: a list, all of them, or those whose path begins with this. */
export type ChosenPages = readonly string[] | null | { under: string };

/** An SQL condition on `path`, and its first parameter. */
export function chosenPages(pages: ChosenPages): { where: string; value: string | null } {
  if (pages === null) return { where: "?1 IS NULL", value: null };
  if ("under" in pages) return { where: "path >= ?1 AND path < ?1 || char(1114111)", value: pages.under };
  return { where: "path IN (SELECT value FROM json_each(?1))", value: JSON.stringify(pages.flatMap(keysOf)) };
}

/**
 * Removes the chosen pages, and hands their snapshots to the collector. SQL moves the rows, so memory
 * does not grow with their number. Returns how many pages were still live.
 */
export function removeEntries(sql: SqlStorage, pages: ChosenPages, now: number): number {
  const { where, value } = chosenPages(pages);
  const { live } = sql
    .exec<{ live: number }>(
      `SELECT count(DISTINCT ${PAGE_SQL}) AS live FROM entry WHERE ${where} AND expires_at > ?2`,
      value,
      now,
    )
    .one();
  sql.exec(`INSERT OR IGNORE INTO garbage(snap, since) SELECT snap, ?2 FROM entry WHERE ${where}`, value, now);
  sql.exec(`DELETE FROM entry WHERE ${where}`, value);
  return live;
}

/** Removes a page's entry if it still refers to this snapshot. */
export function dropEntry(sql: SqlStorage, path: string, snap: string): void {
  sql.exec("DELETE FROM entry WHERE path = ?1 AND snap = ?2", path, snap);
}

/** Removes expired entries and hands their snapshots to the collector. */
export function removeExpired(sql: SqlStorage, now: number): void {
  sql.exec("INSERT OR IGNORE INTO garbage(snap, since) SELECT snap, ?1 FROM entry WHERE expires_at <= ?1", now);
  sql.exec("DELETE FROM entry WHERE expires_at <= ?1", now);
}

/**
 * The pages with a snapshot that is outdated according to the sitemap (docs/serving.md): changed after the
 * snapshot, never cached, or without a date.
 */
export function outdatedPaths(sql: SqlStorage, pages: readonly SitemapPage[], now: number): string[] {
  return sql
    .exec<{ path: string }>(
      `SELECT page.value ->> 'path' AS path FROM json_each(?1) page
       LEFT JOIN entry ON entry.path IN (page.value -> 'keys' ->> 0, page.value -> 'keys' ->> 1) AND entry.expires_at > ?2
       GROUP BY page.key
       HAVING min(entry.created_at) IS NULL OR page.value ->> 'changedAt' IS NULL
         OR page.value ->> 'changedAt' > min(entry.created_at)
       ORDER BY page.key`,
      JSON.stringify(pages.map((page) => ({ ...page, keys: keysOf(page.path) }))),
      now,
    )
    .toArray()
    .map((row) => row.path);
}

export interface ListedEntry extends Omit<SnapshotEntry, "snap" | "etag" | "headers"> {
  path: string;
  location: string | null;
  /** The page has a second snapshot, for phones. */
  hasMobile: boolean;
}

/**
 * Live entries that represent their pages, in order of path, starting after the page `?1`: at most `?3`. A snapshot for
 * phones represents a page only if there is no other.
 */
const pagesAfter = (columns: string, condition = "true") => `
  SELECT ${columns} FROM entry
  WHERE ${condition} AND path > ?1 || ' mobile' AND expires_at > ?2 AND NOT (path LIKE '% mobile' AND EXISTS (
    SELECT 1 FROM entry AS other WHERE other.path = ${PAGE_SQL.replace("(path", "(entry.path")} AND other.expires_at > ?2))
  ORDER BY path LIMIT ?3`;

/** Paths of pages with live entries, in order, starting after `after`. */
export function livePaths(sql: SqlStorage, after: string, limit: number, now: number): string[] {
  return sql
    .exec<{ path: string }>(pagesAfter("path"), after, now, limit)
    .toArray()
    .map((row) => pageOfKey(row.path).path);
}

/** Which pages to list; all of them without a condition. */
export interface EntryFilter {
  /** Only the page with this path. */
  only?: string;
  /** Only paths that contain this text. */
  search?: string;
}

/** A condition on the path, and its value `?4`. */
function conditionOf({ only, search = "" }: EntryFilter): [condition: string, value: string] {
  if (only !== undefined) return ["path IN (?4, ?4 || ' mobile')", only];
  return search === "" ? ["?4 = ''", ""] : ["instr(lower(path), lower(?4)) > 0", search];
}

/** Pages with live entries that the filter names, in order of path, starting after `after`. */
export function listEntries(
  sql: SqlStorage,
  after: string,
  limit: number,
  now: number,
  filter: EntryFilter,
): { entries: ListedEntry[]; total: number } {
  const [condition, value] = conditionOf(filter);
  const columns = "*, EXISTS (SELECT 1 FROM entry AS other WHERE other.path = entry.path || ' mobile') AS has_mobile";
  const rows = sql
    .exec<EntryRow & { has_mobile: number }>(pagesAfter(columns, condition), after, now, limit, value)
    .toArray();
  const { total } = sql
    .exec<{ total: number }>(
      `SELECT count(DISTINCT ${PAGE_SQL}) AS total FROM entry WHERE expires_at > ?1 AND (?2 = '' OR instr(lower(path), lower(?2)) > 0)`,
      now,
      filter.search ?? "",
    )
    .one();
  const entries = rows.map((row) => ({
    path: pageOfKey(row.path).path,
    hasMobile: row.has_mobile === 1 || pageOfKey(row.path).variant === "mobile",
    status: row.status,
    createdAt: row.created_at,
    bytes: row.bytes,
    renderMs: row.render_ms,
    words: row.words,
    location: (JSON.parse(row.headers) as Record<string, string>)["location"] ?? null,
  }));
  return { entries, total };
}

/** Titles and descriptions of the live pages with status 200, in order of path. */
export function describeEntries(sql: SqlStorage, limit: number, now: number): DescribedPage[] {
  return sql
    .exec<{ page: string; title: string; description: string }>(
      pagesAfter(`${PAGE_SQL} AS page, title, description`, "status = 200"),
      "",
      now,
      limit,
    )
    .toArray()
    .map(({ page, title, description }) => ({ path: page, title, description }));
}
