import type { DescribedPage } from "../core/llms-text";
import type { SnapshotEntry } from "../core/snapshot";
import { keysOf, PAGE_SQL, pageOfKey } from "../core/variant";
import type { EntryRow } from "./entries";

/** A page of the sitemap: its key and the time of its last change; null if the sitemap gives none. */
export interface SitemapPage {
  path: string;
  changedAt: number | null;
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

/**
 * A cached page. `changedAt`: when its content last changed, epoch ms (0: not known); the canonical URL that it names; its size; a
 * hash of what it says.
 */
export type DatedEntry = [path: string, changedAt: number, canonical: string, bytes: number, content: string];

/** Live pages with status 200 in order of path, starting after `after`. */
export function datedEntries(sql: SqlStorage, after: string, limit: number, now: number): DatedEntry[] {
  const query = pagesAfter(`${PAGE_SQL} AS page, changed_at, canonical, bytes, content`, "status = 200");
  return [...sql.exec(query, after, now, limit).raw()] as unknown as DatedEntry[];
}
