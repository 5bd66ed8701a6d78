import { hash53 } from "../../../lib/crypto/hash";
import type { Issue, TopIssue } from "../../model/issue";
import type { AgentReadiness } from "../../model/site/agent-readiness";
import { CHECKS } from "../../checks/run-checks";
import { scoresOf } from "../../model/run/score-state";
import { hasOwnPages, isOfSite } from "../../model/run/site-runs";
import type { LinkedFrom } from "../../model/run/findings";
import type { RenderingReport } from "../../model/page/page";
import type { ShareImage } from "../../model/page/share-image";
import type { ResultRow } from "../../model/page/page-row";
import type { Extracted } from "../../../web/html";
import type { RunRow } from "../../repo";

/** An audit run as specified in docs/audits.md, without sitemapIssues. */
export function presentRun(row: RunRow) {
  return {
    id: row.id,
    domain: row.domain,
    startedAt: row.startedAt,
    completedAt: row.completedAt,
    status: row.status,
    trigger: row.trigger,
    frequency: row.frequency,
    mode: row.mode,
    pagesCrawled: row.pagesCrawled,
    healthScore: row.healthScore,
    ...scoresOf(row),
    issueCount: row.issueCount,
    deltaIssues: row.deltaIssues,
    deltaHealth: row.deltaHealth,
    robotsAnalysis: row.robotsAnalysis ?? {},
    agentReadiness: (row.crawlStats?.["agentReadiness"] ?? null) as AgentReadiness | null,
    crawlStats: statsAlone(row.crawlStats),
    runCount: row.runCount,
    scope: scopeOf(row),
    coversSite: isOfSite(row),
    closeReason: row.closeReason,
    needsContinuation: row.needsContinuation,
    hitUrlLimit: row.hitUrlLimit,
    errorMessage: row.errorMessage,
  };
}

/** A short name of what the run was set to read; null if every such run has pages of its own. */
const scopeOf = ({ scopeKey }: RunRow): string | null => (hasOwnPages(scopeKey) ? null : hash53(scopeKey).toString(36));

/** `agentReadiness` has its own field, and the map its own answer. */
function statsAlone(stats: RunRow["crawlStats"]): Record<string, unknown> {
  const { agentReadiness: _, folderMap: __, ...rest } = stats ?? {};
  return rest;
}

/** The parts of a run that only its detail has: sitemapIssues, and topIssues with their explanations and fixes. */
export function presentFindings(row: RunRow) {
  const issues = (row.topIssues ?? []) as TopIssue[];
  return {
    sitemapIssues: row.sitemapIssues ?? [],
    topIssues: issues.map((issue) => {
      const { title, why, fix } = CHECKS.get(issue.id) ?? { title: issue.id, why: null, fix: null };
      return Object.assign({}, issue, { title, why, fix });
    }),
  };
}

const SHOWN_TREND_POINTS = 10;

/** Scores of earlier finished runs, oldest first, excluding the run itself. */
export function trendPoints(points: string | null, runId: string, ended: boolean): number[] {
  if (points === null) return [];
  const all = JSON.parse(points) as Array<[string, number | null]>;
  const own = all.findIndex(([id]) => id === runId);
  // An ended run without its own point is older than all kept points.
  const earlier = own < 0 ? (ended ? [] : all) : all.slice(0, own);
  const scores = earlier.flatMap(([, score]) => (score === null ? [] : [score]));
  return scores.slice(-SHOWN_TREND_POINTS);
}

/** An object of the release before sends none. */
const shortHash = (hash: number | null | undefined) => hash?.toString(36) ?? null;

/** A page result as specified in docs/audits.md. */
export function presentPage(row: Omit<ResultRow, "points">, points: string | null, ended: boolean) {
  const issues = [...(JSON.parse(row.issues) as Issue[]), ...(JSON.parse(row.crossIssues) as Issue[])];
  return {
    id: `${row.runId}.${row.seq}`,
    path: row.path,
    statusCode: row.statusCode,
    loadTimeMs: row.loadTimeMs,
    healthScore: row.healthScore,
    previewScore: row.previewScore,
    indexable: row.indexable === 1,
    issueCount: issues.length,
    issues,
    unscoredIssues: row.unscored === null ? [] : (JSON.parse(row.unscored) as Issue[]),
    trendPoints: trendPoints(points, row.runId, ended),
    depth: row.depth,
    outcome: row.outcome,
    nonIndexableReason: row.nonIndexableReason,
    rendered: row.rendered === null ? null : (JSON.parse(row.rendered) as RenderingReport),
    renderingReason: row.renderingReason,
    shareImage: row.shareImage === null ? null : (JSON.parse(row.shareImage) as ShareImage | null),
    // The score treats an unchecked image as a good one.
    previewUnverified: row.shareImage === "null",
    linkedFrom: row.linkedFrom === null ? null : (JSON.parse(row.linkedFrom) as Pick<LinkedFrom, "pages" | "paths">),
    carriedAt: row.carriedAt,
    contentHashes: {
      title: shortHash(row.titleHash),
      description: shortHash(row.descriptionHash),
      text: shortHash(row.textHash),
    },
    extracted: row.extracted === null ? null : (JSON.parse(row.extracted) as Extracted),
  };
}
