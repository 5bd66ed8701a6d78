import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { auditPage } from "../../db/schema";
import { after, chunksBySize } from "./pages";

/** What the analysis keeps of every URL, in order, after `afterSeq`. */
export function skeletonRows(db: Db, runId: string, afterSeq: number, limit: number) {
  return db
    .select({
      seq: auditPage.seq,
      urlHash: auditPage.urlHash,
      listed: auditPage.listed,
      outcome: auditPage.outcome,
      statusCode: auditPage.statusCode,
      depth: auditPage.depth,
      pattern: auditPage.pattern,
      indexable: auditPage.indexable,
      reason: auditPage.nonIndexableReason,
      redirectHash: auditPage.redirectHash,
      canonicalHash: auditPage.canonicalHash,
      titleHash: auditPage.titleHash,
      descriptionHash: auditPage.descriptionHash,
      textHash: auditPage.textHash,
      relations: auditPage.relations,
      inSitemap: auditPage.inSitemap,
      loadTimeMs: auditPage.loadTimeMs,
      bytes: auditPage.bytes,
      isRendered: sql<number>`coalesce(rendered ->> 'outcome' = 'rendered', 0)`,
      hasSnapshot: sql<number>`coalesce(rendered ->> 'snapshot', 0)`,
      blockedResources: sql<number>`coalesce(rendered ->> 'blockedResources', 0)`,
      path: sql<
        string | null
      >`CASE WHEN outcome = 'ok' AND indexable = 1 AND relations NOT LIKE '%"a":%' THEN NULL ELSE path END`,
    })
    .from(auditPage)
    .where(after(runId, afterSeq))
    .orderBy(auditPage.seq)
    .limit(limit)
    .all();
}

export function linkRows(db: Db, runId: string, afterSeq: number, limit: number) {
  return db
    .select({ seq: auditPage.seq, links: auditPage.links })
    .from(auditPage)
    .where(after(runId, afterSeq))
    .orderBy(auditPage.seq)
    .limit(limit)
    .all();
}

/** Listed pages with what the cross-page checks and scores need. */
export function judgedRows(db: Db, runId: string, afterSeq: number, limit: number) {
  return db
    .select({
      seq: auditPage.seq,
      urlHash: auditPage.urlHash,
      path: auditPage.path,
      titleHash: auditPage.titleHash,
      descriptionHash: auditPage.descriptionHash,
      textHash: auditPage.textHash,
      relations: auditPage.relations,
      links: auditPage.links,
      issues: auditPage.issues,
      crossIssues: auditPage.crossIssues,
      healthScore: auditPage.healthScore,
      pattern: auditPage.pattern,
    })
    .from(auditPage)
    .where(and(after(runId, afterSeq), eq(auditPage.listed, 1)))
    .orderBy(auditPage.seq)
    .limit(limit)
    .all();
}
export type JudgedRow = Awaited<ReturnType<typeof judgedRows>>[number];

export interface CrossUpdate {
  seq: number;
  crossIssues: string;
  issueCount: number;
  healthScore: number;
}

/** Sets what the analysis found; absolute values, so doing it again changes nothing. */
export async function storeCrossIssues(db: Db, runId: string, updates: readonly CrossUpdate[]): Promise<void> {
  for (const chunk of chunksBySize(
    updates.map((each) => JSON.stringify([each.seq, each.crossIssues, each.issueCount, each.healthScore])),
  )) {
    if (chunk.length === 0) continue;
    // Materialised, so that each change is looked up by its key: the planner would else scan the whole list for each row.
    await db.run(sql`
      WITH report AS MATERIALIZED (
        SELECT ${runId} AS run_id, value ->> 0 AS seq, value ->> 1 AS cross_issues, value ->> 2 AS issue_count, value ->> 3 AS health_score
        FROM json_each(${`[${chunk.join(",")}]`}))
      UPDATE audit_page SET cross_issues = report.cross_issues, issue_count = report.issue_count, health_score = report.health_score
      FROM report WHERE audit_page.run_id = report.run_id AND audit_page.seq = report.seq`);
  }
}

/** Points kept a path: more than the ten that are shown, so that older runs show theirs too. */
const TREND_POINTS = 30;

/** Adds a run's scores to the trends of their paths, once a run. */
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

/** Of these URLs (hash53), those that a finished run of the domain has seen. */
export async function knownPaths(db: Db, domainId: string, urlHashes: readonly number[]): Promise<Set<number>> {
  const rows = await db.all<{ hash: number }>(sql`
    SELECT path_hash AS hash FROM audit_trend
    WHERE domain_id = ${domainId} AND path_hash IN (SELECT value FROM json_each(${JSON.stringify(urlHashes)}))`);
  return new Set(rows.map((row) => row.hash));
}
