import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client";
import { chunksBySize } from "./pages";

// The analysis reads every row of a run. These queries return raw rows, because mapping the columns would cost as much
// as judging the pages.

export interface SkeletonRow {
  seq: number;
  urlHash: number;
  listed: number;
  outcome: string;
  statusCode: number;
  depth: number;
  pattern: number | null;
  indexable: number;
  reason: string | null;
  redirectHash: number | null;
  canonicalHash: number | null;
  titleHash: number | null;
  descriptionHash: number | null;
  textHash: number | null;
  relations: string | null;
  links: string | null;
  inSitemap: number;
  loadTimeMs: number;
  bytes: number;
  isRendered: number;
  hasSnapshot: number;
  blockedResources: number;
  /** Null if no other page's issue can name it. */
  path: string | null;
}

/** What the analysis needs about every URL, in order, after `afterSeq`. */
export function skeletonRows(db: Db, runId: string, afterSeq: number, limit: number): Promise<SkeletonRow[]> {
  return db.all(sql`
    SELECT seq, url_hash AS urlHash, listed, outcome, status_code AS statusCode, depth, pattern, indexable,
      non_indexable_reason AS reason, redirect_hash AS redirectHash, canonical_hash AS canonicalHash,
      title_hash AS titleHash, description_hash AS descriptionHash, text_hash AS textHash, relations, links,
      in_sitemap AS inSitemap, load_time_ms AS loadTimeMs, bytes,
      coalesce(rendered ->> 'outcome' = 'rendered', 0) AS isRendered,
      coalesce(rendered ->> 'snapshot', 0) AS hasSnapshot,
      coalesce(rendered ->> 'blockedResources', 0) AS blockedResources,
      CASE WHEN outcome = 'ok' AND indexable = 1 AND relations NOT LIKE '%"a":%' THEN NULL ELSE path END AS path
    FROM audit_page WHERE run_id = ${runId} AND seq > ${afterSeq} ORDER BY seq LIMIT ${limit}`);
}

export interface ScoredRow {
  seq: number;
  urlHash: number;
  healthScore: number;
  issues: string;
  crossIssues: string;
}

/** Listed pages with what a comparison between runs needs. */
export function scoredRows(db: Db, runId: string, afterSeq: number, limit: number): Promise<ScoredRow[]> {
  return db.all(sql`
    SELECT seq, url_hash AS urlHash, health_score AS healthScore, issues, cross_issues AS crossIssues
    FROM audit_page WHERE run_id = ${runId} AND seq > ${afterSeq} AND listed = 1 ORDER BY seq LIMIT ${limit}`);
}

export interface JudgedRow {
  seq: number;
  urlHash: number;
  path: string;
  titleHash: number | null;
  descriptionHash: number | null;
  textHash: number | null;
  relations: string | null;
  links: string | null;
  issues: string;
  crossIssues: string;
  healthScore: number;
  previewScore: number;
  sharedPreviewScore: number;
  pattern: number | null;
}

/** Listed pages with what the cross-page checks and scores need. */
export function judgedRows(db: Db, runId: string, afterSeq: number, limit: number): Promise<JudgedRow[]> {
  return db.all(sql`
    SELECT seq, url_hash AS urlHash, path, title_hash AS titleHash, description_hash AS descriptionHash,
      text_hash AS textHash, relations, links, issues, cross_issues AS crossIssues, health_score AS healthScore,
      preview_score AS previewScore, shared_preview_score AS sharedPreviewScore, pattern
    FROM audit_page WHERE run_id = ${runId} AND seq > ${afterSeq} AND listed = 1 ORDER BY seq LIMIT ${limit}`);
}

export interface CrossUpdate {
  seq: number;
  crossIssues: string;
  issueCount: number;
  healthScore: number;
  previewScore: number;
}

/** Stores the results of the analysis. The values are absolute, so repeating it changes nothing. */
export async function storeCrossIssues(db: Db, runId: string, updates: readonly CrossUpdate[]): Promise<void> {
  for (const chunk of chunksBySize(
    updates.map((each) =>
      JSON.stringify([each.seq, each.crossIssues, each.issueCount, each.healthScore, each.previewScore]),
    ),
  )) {
    if (chunk.length === 0) continue;
    // Materialised, so that each update finds its row by key: otherwise the planner scans the whole list for each row.
    await db.run(sql`
      WITH report AS MATERIALIZED (
        SELECT ${runId} AS run_id, value ->> 0 AS seq, value ->> 1 AS cross_issues, value ->> 2 AS issue_count, value ->> 3 AS health_score, value ->> 4 AS preview_score
        FROM json_each(${`[${chunk.join(",")}]`}))
      UPDATE audit_page SET cross_issues = report.cross_issues, issue_count = report.issue_count, health_score = report.health_score,
        preview_score = report.preview_score
      FROM report WHERE audit_page.run_id = report.run_id AND audit_page.seq = report.seq`);
  }
}

/** Points kept per path: more than the ten shown, so that older runs can show theirs too. */
const TREND_POINTS = 30;

/** Adds a run's scores to the trends of their paths, once per run. */
export async function storeTrends(
  db: Db,
  domainId: string,
  runId: string,
  scores: ReadonlyArray<{ urlHash: number; healthScore: number }>,
): Promise<void> {
  if (scores.length === 0) return;
  const payload = JSON.stringify(scores.map((each) => [each.urlHash, each.healthScore]));
  await db.run(sql`
    INSERT INTO audit_trend (domain_id, path_hash, points)
    SELECT ${domainId}, value ->> 0, json_array(json_array(${runId}, value ->> 1)) FROM json_each(${payload}) WHERE true
    ON CONFLICT (domain_id, path_hash) DO UPDATE SET points =
      CASE WHEN json_array_length(points) >= ${TREND_POINTS} THEN json_insert(json_remove(points, '$[0]'), '$[#]', json_extract(excluded.points, '$[0]'))
           ELSE json_insert(points, '$[#]', json_extract(excluded.points, '$[0]')) END
    WHERE points ->> '$[#-1][0]' <> ${runId}`);
}

/** Returns those URLs (hash53) that a finished run of the domain has seen. */
export async function knownPaths(db: Db, domainId: string, urlHashes: readonly number[]): Promise<Set<number>> {
  const rows = await db.all<{ hash: number }>(sql`
    SELECT path_hash AS hash FROM audit_trend
    WHERE domain_id = ${domainId} AND path_hash IN (SELECT value FROM json_each(${JSON.stringify(urlHashes)}))`);
  return new Set(rows.map((row) => row.hash));
}
