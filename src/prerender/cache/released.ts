import type { RenderEnd } from "../core/turns/render-record";
import { pageOfKey } from "../core/variant";
import { outdatedPaths, type SitemapPage } from "./listed-entries";
import { renderLines } from "./render-log";

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

const FAILURES: ReadonlySet<RenderEnd> = new Set(["failed", "rejected", "not_kept"]);

/** What became of pages that were removed at or before `since`, epoch ms. */
export function landedPages(sql: SqlStorage, paths: readonly string[], since: number, now: number): LandedPage[] {
  const cached = new Map(
    sql
      .exec<{ path: string; content: string }>(
        "SELECT path, content FROM entry WHERE path IN (SELECT value FROM json_each(?1)) AND expires_at > ?2",
        JSON.stringify(paths),
        now,
      )
      .toArray()
      .map(({ path, content }) => [path, content]),
  );
  const landed = new Map<string, LandedPage>();
  for (const path of paths)
    landed.set(path, { path, content: cached.get(path) ?? null, failures: 0, failedAt: 0, reason: "" });
  if (cached.size < landed.size)
    for (const { key, record } of renderLines(sql, { since })) {
      const page = landed.get(pageOfKey(key).path);
      if (!page || page.content !== null || !FAILURES.has(record.outcome)) continue;
      page.failures += record.outcome === "not_kept" ? 2 : 1;
      page.failedAt = Math.max(page.failedAt, record.at + record.durationMs);
      if (page.reason === "") page.reason = record.reason ?? "";
    }
  return paths.map((path) => landed.get(path)!);
}
