import { outdatedPaths, type SitemapPage } from "./entries";

/** A page's state when a release begins. */
export interface FoundPage extends SitemapPage {
  /** Hash of the last content that was rendered; empty: unknown. */
  content: string;
  /** Its snapshot is older than the page's last change, or missing, or the sitemap gives no date. */
  outdated: boolean;
}

/** A page after it was removed and queued again. */
export interface LandedPage {
  path: string;
  /** Hash of its content; null: it is not cached. */
  content: string | null;
  /**
   * Renders since then without a snapshot, the end of the last one in epoch ms, and why. A render whose status is not
   * kept counts twice, because it is not retried.
   */
  failures: number;
  failedAt: number;
  reason: string;
}

/** The pages with what the cache knows about them. */
export function foundPages(sql: SqlStorage, pages: readonly SitemapPage[], now: number): FoundPage[] {
  const outdated = new Set(outdatedPaths(sql, pages, now));
  const contents = new Map(
    sql
      .exec<{ path: string; content: string }>(
        "SELECT path, content FROM entry WHERE path IN (SELECT value FROM json_each(?1))",
        JSON.stringify(pages.map(({ path }) => path)),
      )
      .toArray()
      .map(({ path, content }) => [path, content]),
  );
  return pages.map((page) => ({
    ...page,
    content: contents.get(page.path) ?? "",
    outdated: outdated.has(page.path),
  }));
}

/** What became of pages that were removed at or before `since`, epoch ms. */
export function landedPages(sql: SqlStorage, paths: readonly string[], since: number, now: number): LandedPage[] {
  return sql
    .exec<{ path: string; content: string | null; failures: number; failedAt: number; reason: string | null }>(
      `SELECT page.value AS path, entry.content AS content, 
         sum(CASE WHEN log.id IS NULL THEN 0 WHEN log.record ->> 'outcome' = 'not_kept' THEN 2 ELSE 1 END) AS failures,
         coalesce(max(log.at + (log.record ->> 'durationMs')), 0) AS failedAt, max(log.record ->> 'reason') AS reason
       FROM json_each(?1) page
       LEFT JOIN entry ON entry.path = page.value AND entry.expires_at > ?3
       LEFT JOIN render_log log ON entry.path IS NULL AND log.path = page.value AND log.at >= ?2
         AND log.record ->> 'outcome' IN ('failed', 'rejected', 'not_kept')
       GROUP BY page.key ORDER BY page.key`,
      JSON.stringify(paths),
      since,
      now,
    )
    .toArray()
    .map(({ reason, ...row }) => Object.assign(row, { reason: reason ?? "" }));
}
