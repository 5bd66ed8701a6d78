import type { Rows } from "../../../model/page/page-row";
import { rowsUpTo } from "./page-table";

// The analysis reads every row of a run, a batch per call.

/** Rows per batch. */
const BATCH = 1_000;

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
  links: ArrayBuffer | null;
  inSitemap: number;
  loadTimeMs: number;
  bytes: number;
  isRendered: number;
  hasSnapshot: number;
  blockedResources: number;
  path: string;
  /** 1: the run has it from the run it continues. */
  isCarried: number;
}

/** What the analysis needs about every URL, in order, after `afterSeq`. */
export function skeletonRows(sql: SqlStorage, runId: string, afterSeq: number): Rows<SkeletonRow> {
  const query = `
    SELECT seq, url_hash AS urlHash, listed, outcome, status_code AS statusCode, depth, pattern, indexable,
      non_indexable_reason AS reason, redirect_hash AS redirectHash, canonical_hash AS canonicalHash,
      title_hash AS titleHash, description_hash AS descriptionHash, text_hash AS textHash, relations, links,
      in_sitemap AS inSitemap, load_time_ms AS loadTimeMs, bytes,
      coalesce(rendered ->> 'outcome' = 'rendered', 0) AS isRendered,
      coalesce(rendered ->> 'snapshot', 0) AS hasSnapshot,
      coalesce(rendered ->> 'blockedResources', 0) AS blockedResources, path,
      EXISTS (SELECT 1 FROM carried WHERE carried.run_id = page.run_id AND carried.seq = page.seq) AS isCarried
    FROM page WHERE run_id = ?1 AND seq > ?2 ORDER BY seq LIMIT ${BATCH}`;
  return rowsUpTo(sql.exec(query, runId, afterSeq), BATCH);
}

export interface ScoredRow {
  seq: number;
  urlHash: number;
  healthScore: number;
  issues: string;
  crossIssues: string;
}

/** Listed pages with what a comparison between runs needs. */
export function scoredRows(sql: SqlStorage, runId: string, afterSeq: number): Rows<ScoredRow> {
  const query = `
    SELECT seq, url_hash AS urlHash, health_score AS healthScore, issues, cross_issues AS crossIssues
    FROM page WHERE run_id = ?1 AND seq > ?2 AND listed = 1 ORDER BY seq LIMIT ${BATCH}`;
  return rowsUpTo(sql.exec(query, runId, afterSeq), BATCH);
}

export interface JudgedRow {
  seq: number;
  urlHash: number;
  path: string;
  titleHash: number | null;
  descriptionHash: number | null;
  textHash: number | null;
  relations: string | null;
  links: ArrayBuffer | null;
  files: ArrayBuffer | null;
  issues: string;
  crossIssues: string;
  healthScore: number;
  previewScore: number;
  sharedPreviewScore: number;
  pattern: number | null;
  /** 1 if the page was rendered, or should have been. */
  isShell: number;
  /** JSON of its issues for crawlers that run scripts; null: it was not compared. */
  renderedIssues: string | null;
}

/** Listed pages with what the cross-page checks and scores need. */
export function judgedRows(sql: SqlStorage, runId: string, afterSeq: number): Rows<JudgedRow> {
  const query = `
    SELECT seq, url_hash AS urlHash, path, title_hash AS titleHash, description_hash AS descriptionHash,
      text_hash AS textHash, relations, links, files, issues, cross_issues AS crossIssues, health_score AS healthScore,
      preview_score AS previewScore, shared_preview_score AS sharedPreviewScore, pattern,
      rendered IS NOT NULL AS isShell, rendered -> '$.issues' AS renderedIssues
    FROM page WHERE run_id = ?1 AND seq > ?2 AND listed = 1 ORDER BY seq LIMIT ${BATCH}`;
  return rowsUpTo(sql.exec(query, runId, afterSeq), BATCH);
}

export interface CrossUpdate {
  seq: number;
  crossIssues: string;
  issueCount: number;
  healthScore: number;
  previewScore: number;
}

/** Stores the results of the analysis. The values are absolute, so repeating it changes nothing. */
export function storeCrossIssues(sql: SqlStorage, runId: string, updates: readonly CrossUpdate[]): void {
  const update = `UPDATE page SET cross_issues = ?3, issue_count = ?4, health_score = ?5, preview_score = ?6
    WHERE run_id = ?1 AND seq = ?2`;
  for (const { seq, crossIssues, issueCount, healthScore, previewScore } of updates)
    sql.exec(update, runId, seq, crossIssues, issueCount, healthScore, previewScore);
}
