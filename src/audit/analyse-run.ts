import { openDb, type Db } from "../db/client";
import { round1 } from "../lib/round";
import { utcMonth } from "../lib/time";
import { runCrossChecks } from "./checks/run-checks";
import type { Issue } from "./checks/define";
import type { NonIndexableReason, Outcome } from "./core/audited-page";
import { endingOf } from "./core/closing";
import { CrawlStats } from "./core/crawl-stats";
import { unpackEdges } from "./core/edges";
import { robotsAnalysis } from "./core/robots-analysis";
import type { RobotsFile, RunConfig } from "./core/run-state";
import { runHealth } from "./core/score";
import { SiteGraph, type Node } from "./core/site-graph";
import type { JobContext } from "./crawl/crawl-job";
import { healthOf } from "./crawl/page-row";
import {
  closeRun,
  countFinishedRuns,
  countPages,
  findRun,
  judgedRows,
  linkRows,
  previousRun,
  skeletonRows,
  storeCrossIssues,
  storeTrends,
  type CrossUpdate,
} from "./repo";

const BATCH = 1_000;

interface Totals {
  issueCount: number;
  weight: number;
  weightedScore: number;
  errorFreeWeight: number;
}

/**
 * Compares the pages of a run, scores it and ends it. Every write is absolute, so a job that dies in the middle is simply
 * done again. False: another job has taken over.
 */
export async function analyseRun({ env, stub, token, job }: JobContext, robots: RobotsFile): Promise<boolean> {
  const db = openDb(env.DB);
  const { config } = job;
  const closing = await stub.closing(token);
  const run = await findRun(db, config.runId);
  if (!closing || !run) return closing !== null;
  const alive = () => stub.renew(token);
  const stats = new CrawlStats();
  const graph = new SiteGraph(config.mode !== "selected" && closing.closeReason === "finished");
  if (!(await loadGraph(db, config.runId, graph, stats, alive))) return false;
  const totals = await judgePages(db, config, graph, stats, alive);
  if (!totals) return false;
  const analysis = robotsAnalysis(robots, stats.blockedPages);
  const health = runHealth({ ...totals, sitePenalty: analysis.penalty });
  const pagesCrawled = await countPages(db, run.id);
  const previous = await previousRun(db, run);
  const issueCount = totals.issueCount + analysis.issues.length;
  const ending = endingOf({
    closeReason: closing.closeReason,
    pagesCrawled,
    failedPages: stats.failedPages,
    blockedPages: stats.blockedPages,
    queueLeft: closing.queueLeft,
  });
  const completedAt = Date.now();
  await closeRun(
    db,
    run,
    {
      ...ending,
      pagesCrawled,
      issueCount,
      healthScore: health.healthScore,
      deltaIssues: previous ? issueCount - previous.issueCount : 0,
      deltaHealth: previous ? round1(health.healthScore - previous.healthScore) : 0,
      runCount: (await countFinishedRuns(db, run.domainId, run.id)) + (ending.status === "error" ? 0 : 1),
      robotsAnalysis: analysis.report,
      crawlStats: stats.summary({
        ...health,
        discovered: closing.discovered,
        queueLeft: closing.queueLeft,
        durationMs: completedAt - run.startedAt,
      }),
      sitemapIssues: [],
      completedAt,
      heartbeatAt: completedAt,
    },
    utcMonth(run.startedAt),
  );
  return true;
}

/** Reads every URL of the run into the graph, then counts the links between them. */
async function loadGraph(
  db: Db,
  runId: string,
  graph: SiteGraph,
  stats: CrawlStats,
  alive: () => Promise<boolean>,
): Promise<boolean> {
  for (let after = 0; ;) {
    const rows = await skeletonRows(db, runId, after, BATCH * 5);
    for (const row of rows) {
      const node: Node = {
        seq: row.seq,
        urlHash: row.urlHash,
        listed: row.listed === 1,
        outcome: row.outcome as Outcome,
        status: row.statusCode,
        depth: row.depth,
        indexable: row.indexable === 1,
        reason: row.reason as NonIndexableReason | null,
        redirectHash: row.redirectHash,
        canonicalHash: row.canonicalHash,
        inSitemap: row.inSitemap === 1,
        path: row.path,
      };
      graph.add(node);
      if (!node.listed) continue;
      stats.addPage({ node, loadTimeMs: row.loadTimeMs, bytes: row.bytes });
      if (node.indexable) countShared(graph, row);
    }
    if (rows.length < BATCH * 5) break;
    after = rows.at(-1)!.seq;
    if (!(await alive())) return false;
  }
  for (let after = 0; ;) {
    const rows = await linkRows(db, runId, after, BATCH);
    for (const row of rows) graph.countInlinks(unpackEdges(row.links));
    if (rows.length < BATCH) return alive();
    after = rows.at(-1)!.seq;
    if (!(await alive())) return false;
  }
}

function countShared(
  graph: SiteGraph,
  row: { titleHash: number | null; descriptionHash: number | null; textHash: number | null },
): void {
  const count = (map: Map<number, number>, hash: number | null) =>
    hash !== null && map.set(hash, (map.get(hash) ?? 0) + 1);
  count(graph.titles, row.titleHash);
  count(graph.descriptions, row.descriptionHash);
  count(graph.texts, row.textHash);
}

/** Asks the cross-page checks about each page, stores what they found and sums up. Null: another job has taken over. */
async function judgePages(
  db: Db,
  config: RunConfig,
  graph: SiteGraph,
  stats: CrawlStats,
  alive: () => Promise<boolean>,
): Promise<Totals | null> {
  const totals: Totals = { issueCount: 0, weight: 0, weightedScore: 0, errorFreeWeight: 0 };
  for (let after = 0; ;) {
    const rows = await judgedRows(db, config.runId, after, BATCH);
    const updates: CrossUpdate[] = [];
    const scores: Array<{ urlHash: number; healthScore: number }> = [];
    for (const row of rows) {
      const node = graph.get(row.urlHash)!;
      const cross = runCrossChecks(
        {
          node,
          path: row.path,
          titleHash: row.titleHash,
          descriptionHash: row.descriptionHash,
          textHash: row.textHash,
          edges: unpackEdges(row.links),
        },
        graph,
      );
      const issues = [...(JSON.parse(row.issues) as Issue[]), ...cross];
      const healthScore = healthOf(issues);
      for (const issue of issues) stats.addIssue(issue.id, issue.severity);
      addTotals(totals, node, issues, healthScore);
      scores.push({ urlHash: row.urlHash, healthScore });
      const crossIssues = JSON.stringify(cross);
      if (crossIssues !== row.crossIssues)
        updates.push({ seq: row.seq, crossIssues, issueCount: issues.length, healthScore });
    }
    await storeCrossIssues(db, config.runId, updates);
    await storeTrends(db, config.domainId, config.runId, scores);
    if (!(await alive())) return null;
    if (rows.length < BATCH) return totals;
    after = rows.at(-1)!.seq;
  }
}

/** Redirects, refusals and pages that are not meant for search stay out of the mean (field.md 2.3). */
function isScorable(node: Node): boolean {
  if (node.outcome === "redirect" || node.outcome === "blocked") return false;
  if (node.status === 401 || node.status === 403 || node.status === 429) return false;
  return node.inSitemap || (node.reason !== "noindex" && node.reason !== "canonicalised" && node.reason !== "blocked");
}

function addTotals(totals: Totals, node: Node, issues: readonly Issue[], healthScore: number): void {
  totals.issueCount += issues.length;
  if (!isScorable(node)) return;
  totals.weight++;
  totals.weightedScore += healthScore;
  if (!issues.some((issue) => issue.severity === "error")) totals.errorFreeWeight++;
}
