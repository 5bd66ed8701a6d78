import { and, eq, ne, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../../../db/client";
import { auditPage, auditTrend } from "../../../db/schema";
import type { PageRow } from "../../model/page/page-row";
import type { RunRow } from "./runs";

export type PageResultRow = typeof auditPage.$inferSelect;

/** PageRow field → table column. The type keeps the JSON insert in step with PageRow. */
const PAGE_COLUMNS: Record<keyof PageRow, string> = {
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
};
const PAGE_KEYS = Object.keys(PAGE_COLUMNS) as Array<keyof PageRow>;
/** Stores pages of an active run, keyed by `seq`: storing one twice leaves one row. */
export async function storePages(
  db: Db,
  runId: string,
  rows: readonly PageRow[],
  progress: { pagesCrawled: number; now: number },
): Promise<void> {
  const columns = sql.raw(PAGE_KEYS.map((key) => PAGE_COLUMNS[key]).join(", "));
  const values = sql.raw(PAGE_KEYS.map((_, index) => `value ->> ${index}`).join(", "));
  const statements = chunksBySize(rows.map((row) => JSON.stringify(PAGE_KEYS.map((key) => row[key])))).map(
    (chunk) => sql`
      INSERT OR REPLACE INTO audit_page (run_id, ${columns})
      SELECT ${runId}, ${values} FROM json_each(${`[${chunk.join(",")}]`})
      WHERE EXISTS (SELECT 1 FROM audit_run WHERE id = ${runId} AND status IN ('queued', 'running'))`,
  );
  const last = statements.pop()!;
  for (const statement of statements) await db.run(statement);
  // Usually there is only one, which shares a transaction with the update of the run's row.
  const heartbeat = sql`
    UPDATE audit_run SET pages_crawled = ${progress.pagesCrawled}, heartbeat_at = ${progress.now}
    WHERE id = ${runId} AND status IN ('queued', 'running')`;
  await runBatch(db, [last, heartbeat]);
}

/** A statement's parameter can hold at most 2 MB. */
const MAX_PARAMETER_CHARS = 600_000;

export function chunksBySize(items: string[]): string[][] {
  const chunks: string[][] = [[]];
  let size = 0;
  for (const item of items) {
    if (size > 0 && size + item.length > MAX_PARAMETER_CHARS) {
      chunks.push([]);
      size = 0;
    }
    chunks.at(-1)!.push(item);
    size += item.length;
  }
  return chunks;
}
/** Listed pages as the API returns them, with the earlier scores of their paths. */
export function resultRows(db: Db, run: RunRow, afterSeq: number, limit: number) {
  return db
    .select({ page: auditPage, points: auditTrend.points })
    .from(auditPage)
    .leftJoin(auditTrend, and(eq(auditTrend.domainId, run.domainId), eq(auditTrend.pathHash, auditPage.urlHash)))
    .where(and(after(run.id, afterSeq), eq(auditPage.listed, 1)))
    .orderBy(auditPage.seq)
    .limit(limit)
    .all();
}

function after(runId: string, afterSeq: number): SQL | undefined {
  return and(eq(auditPage.runId, runId), sql`${auditPage.seq} > ${afterSeq}`);
}
/** Number of listed pages that were actually fetched. */
export function countPages(db: Db, runId: string): Promise<number> {
  return db.$count(
    auditPage,
    and(eq(auditPage.runId, runId), eq(auditPage.listed, 1), ne(auditPage.outcome, "blocked")),
  );
}
/** A run's listed page with this path and query. */
export function findPage(db: Db, runId: string, path: string): Promise<PageResultRow | undefined> {
  return db
    .select()
    .from(auditPage)
    .where(and(eq(auditPage.runId, runId), eq(auditPage.path, path), eq(auditPage.listed, 1)))
    .limit(1)
    .get();
}
