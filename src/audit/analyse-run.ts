import { visitsByPath } from "../analytics";
import { openDb, type Db } from "../db/client";
import type { Bindings } from "../env";
import { ticking } from "../lib/deadline";
import { hash53, sha256Hex } from "../lib/hash";
import { round1 } from "../lib/round";
import { SECOND_MS, utcMonth } from "../lib/time";
import { pathOf } from "../lib/url";
import { pageKey } from "../prerender";
import { homeOf, judgePath, rulesFor } from "../web";
import type { Issue } from "./checks/define";
import { CHECKS, runCrossChecks, runSiteChecks } from "./checks/run-checks";
import type { NonIndexableReason, Outcome } from "./core/audited-page";
import { endingOf, type Ending } from "./core/closing";
import { Comparison, type ComparedPage } from "./core/comparison";
import { CrawlStats } from "./core/crawl-stats";
import { unpackEdges } from "./core/edges";
import { CrawlerAccessReport } from "./core/crawler-access";
import { robotsAnalysis, SITE_WEIGHT } from "./core/robots-analysis";
import type { SiteFacts } from "./core/site-facts";
import type { RobotsFile, RunConfig } from "./core/run-state";
import { unpackRelations } from "./core/relations";
import { BLOCKERS, runHealth } from "./core/score";
import { SiteGraph, type Node } from "./core/site-graph";
import { PatternWeights } from "./core/pattern-weights";
import { TopIssues } from "./core/top-issues";
import { Totals } from "./core/totals";
import type { JobContext } from "./crawl/crawl-job";
import { healthOf } from "./crawl/page-row";
import { forbidsEverything } from "./crawl/prepare";
import { probeSite } from "./crawl/probe-site";
import type { Closing } from "./domain-audit.do";
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
  type JudgedRow,
  type RunRow,
} from "./repo";
import { pagesOf } from "./run-pages";
import { SitemapCrawlIssues } from "./sitemap-issues/crawl-issues";

/** Window of the visits that weigh a run's issues. */
const VISIT_DAYS = 30;
const BATCH = 1_000;
/** How often the job's lease is renewed while other people's answers are waited for. */
const RENEW_MS = 8 * SECOND_MS;

/** What the passes over a run's pages gather. */
interface Gathered {
  graph: SiteGraph;
  stats: CrawlStats;
  totals: Totals;
  comparison: Comparison | null;
  top: TopIssues;
  /** Crawler visits of 30 days by path. */
  visits: Map<string, number>;
  access: CrawlerAccessReport;
  sitemaps: SitemapCrawlIssues;
  site: SiteFacts;
  siteIssues: Issue[];
  /** Something about the site as a whole keeps every page out of search. */
  siteBlocked: boolean;
  /** The run ends with pages worth remembering. */
  keepTrends: boolean;
  weights: PatternWeights;
}

/**
 * Compares the pages of a run, scores it and ends it. Every write is absolute, so a job that dies in the middle is simply
 * done again. Null: another job has taken over.
 */
export async function analyseRun(
  { env, stub, token, job, rules }: JobContext,
  robots: RobotsFile,
): Promise<Ending | null> {
  const db = openDb(env.DB);
  const { config } = job;
  const closing = (await stub.closing(token)) as Closing | null;
  const run = await findRun(db, config.runId);
  if (!closing || !run) return null;
  const alive = () => stub.renew(token);
  const previous = await previousRun(db, run);
  const base = new URL(config.seeds[0] ?? homeOf(config.domain));
  const wholeSite = sawWholeSite(config, closing);
  const sitemapFound = closing.sitemaps?.readable ?? false;
  // A slow site can take longer over these requests than a job's lease lasts.
  const renew = () => void alive().catch(() => {});
  const site = await ticking(probeSite(config, rules, robots, sitemapFound), RENEW_MS, renew);
  const siteIssues = runSiteChecks(site);
  const all: Gathered = {
    graph: new SiteGraph(wholeSite, new URL("/", config.seeds[0] ?? homeOf(config.domain)).origin),
    stats: new CrawlStats(),
    totals: new Totals(),
    comparison: previous ? new Comparison() : null,
    top: new TopIssues(),
    visits: await visitsByPath(db, run.domainId, VISIT_DAYS, Date.now()),
    access: new CrawlerAccessReport(site.robots, forbidsEverything(robots)),
    sitemaps: new SitemapCrawlIssues({ readable: sitemapFound, wholeSite }),
    site,
    siteIssues,
    siteBlocked: siteIssues.some((issue) => BLOCKERS.has(issue.id)),
    keepTrends: true,
    weights: new PatternWeights(closing.sampledPatterns),
  };
  if (!(await loadGraph(db, config.runId, all, alive))) return null;
  if (previous && !(await readPrevious(env, previous, base, all, alive))) return null;
  const pagesCrawled = await countPages(db, run.id);
  const { failedPages, blockedPages } = all.stats;
  const ending = endingOf({ ...closing, pagesCrawled, failedPages, blockedPages });
  all.keepTrends = ending.status !== "error";
  if (!(await judgePages(db, config, all, alive))) return null;
  if (!(await judgeSitemapUrls(stub, token, all))) return null;
  const allVisits = sum(all.visits.values());
  for (const issue of siteIssues) all.top.addSite({ ...issue, weight: SITE_WEIGHT[issue.severity] }, allVisits);
  const result = await resultOf(db, run, previous, closing, all);
  await closeRun(db, run, { ...ending, pagesCrawled, ...result }, utcMonth(run.startedAt));
  return ending;
}

/** Whether what is missing from the crawl is missing from the site. */
function sawWholeSite(config: RunConfig, closing: Closing): boolean {
  const partly = config.mode === "selected" || config.newPagesOnly || closing.continues !== null;
  return !partly && closing.closeReason === "finished" && closing.sampledPatterns.length === 0;
}

/** Everything that a finished run's row says. */
async function resultOf(
  db: Db,
  run: RunRow,
  previous: RunRow | undefined,
  closing: Closing,
  { stats, totals, comparison, top, keepTrends, weights, access, sitemaps, site, siteIssues }: Gathered,
) {
  const health = runHealth(totals.health(sum(siteIssues.map((issue) => SITE_WEIGHT[issue.severity]))));
  const report = closing.sitemaps;
  const sitemapIssues = [...(report?.issues ?? []), ...sitemaps.issues(report?.url ?? null)];
  const issueCount = totals.issueCount + siteIssues.length + sitemapIssues.length;
  for (const { severity } of [...siteIssues, ...sitemapIssues]) stats.addOther(severity);
  const durationMs = Date.now() - closing.beganAt;
  // A scheduled run is stamped with its tick's time, which need not be the clock's.
  const completedAt = run.startedAt + durationMs;
  return {
    issueCount,
    healthScore: health.healthScore,
    deltaIssues: previous ? issueCount - previous.issueCount : 0,
    deltaHealth: previous ? round1(health.healthScore - previous.healthScore) : 0,
    runCount: (await countFinishedRuns(db, run.domainId, run.id)) + (keepTrends ? 1 : 0),
    robotsAnalysis: robotsAnalysis({
      file: site.robotsFile,
      hash: site.robotsFile.status === 200 ? await sha256Hex(site.robotsFile.text) : null,
      previousHash: previous && ((previous.robotsAnalysis?.["hash"] as string | null | undefined) ?? null),
      sitemapStatus: new Map(report?.status),
      crawlerAccess: access.report(),
      blockedPages: stats.blockedPages,
      blockedSitemapUrls: sitemaps.blockedUrls,
      blockedResources: stats.blockedResources,
      llmsTxt: site.llmsTxt,
      issues: siteIssues,
    }),
    crawlStats: stats.summary({
      ...health,
      sampledPatterns: weights.summary(),
      continuedFrom: closing.continues,
      comparable: comparison?.summary() ?? null,
      discovered: closing.discovered,
      queueLeft: closing.queueLeft,
      sitemaps: report && { files: report.files, urls: report.urls, unreadFiles: report.unreadFiles },
      durationMs,
    }),
    sitemapIssues,
    topIssues: top.list(),
    completedAt,
    heartbeatAt: Date.now(),
  };
}

/** Judges every URL that a sitemap lists, crawled or not. False: another job has taken over. */
async function judgeSitemapUrls(
  stub: JobContext["stub"],
  token: string,
  { graph, sitemaps, site }: Gathered,
): Promise<boolean> {
  const google = rulesFor(site.robots, "Googlebot");
  for (let after = 0; ;) {
    const urls = await stub.sitemapUrls(token, after, BATCH);
    for (const { url } of urls) {
      const path = pathOf(url);
      sitemaps.addListed(path, judgePath(google.rules, path).allowed, graph.get(hash53(url)) !== undefined);
    }
    if (urls.length < BATCH) return stub.renew(token);
    after = urls.at(-1)!.seq;
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}

/** Reads the earlier run's pages that this run saw too, from wherever they are kept. */
async function readPrevious(
  env: Bindings,
  previous: RunRow,
  base: URL,
  { graph, comparison }: Gathered,
  alive: () => Promise<boolean>,
): Promise<boolean> {
  for await (const batch of pagesOf(env, previous)) {
    for (const { json } of batch) {
      const page = JSON.parse(json) as ComparedPage & { path: string };
      const urlHash = hash53(new URL(page.path, base).href);
      if (graph.get(urlHash)?.listed === true) comparison?.addBefore(urlHash, page);
    }
    if (!(await alive())) return false;
  }
  return alive();
}

/** Reads every URL of the run into the graph, then counts the links between them. */
async function loadGraph(
  db: Db,
  runId: string,
  { graph, stats, weights }: Gathered,
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
        textHash: row.textHash,
        path: row.path,
      };
      graph.add(node, row);
      if (!node.listed) continue;
      weights.count(row.pattern);
      stats.addPage({
        node,
        loadTimeMs: row.loadTimeMs,
        bytes: row.bytes,
        rendered: row.isRendered === 1,
        snapshot: row.hasSnapshot === 1,
        blockedResources: row.blockedResources,
      });
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

/** Asks the cross-page checks about each page, stores what they found and sums up. False: another job has taken over. */
async function judgePages(db: Db, config: RunConfig, all: Gathered, alive: () => Promise<boolean>): Promise<boolean> {
  for (let after = 0; ;) {
    const rows = await judgedRows(db, config.runId, after, BATCH);
    const updates: CrossUpdate[] = [];
    const scores: Array<{ urlHash: number; healthScore: number }> = [];
    for (const row of rows) {
      const { cross, issues, healthScore, previewScore } = judgePage(row, all);
      scores.push({ urlHash: row.urlHash, healthScore });
      const crossIssues = JSON.stringify(cross);
      const changed = healthScore !== row.healthScore || previewScore !== row.previewScore;
      if (changed || crossIssues !== row.crossIssues)
        updates.push({ seq: row.seq, crossIssues, issueCount: issues.length, healthScore, previewScore });
    }
    await storeCrossIssues(db, config.runId, updates);
    if (all.keepTrends) await storeTrends(db, config.domainId, config.runId, scores);
    if (!(await alive())) return false;
    if (rows.length < BATCH) return true;
    after = rows.at(-1)!.seq;
  }
}

/** What the comparison with the other pages says of one. */
interface Judgement {
  cross: Issue[];
  issues: Issue[];
  healthScore: number;
  previewScore: number;
}

function judgePage(row: JudgedRow, all: Gathered): Judgement {
  const { graph, stats, totals, comparison, top, visits, siteBlocked, weights } = all;
  const node = graph.get(row.urlHash)!;
  const { path, titleHash, descriptionHash, textHash } = row;
  const relations = unpackRelations(row.relations);
  const cross = runCrossChecks(
    {
      node,
      path,
      titleHash,
      descriptionHash,
      textHash,
      edges: unpackEdges(row.links),
      relations,
    },
    graph,
  );
  all.access.addPath(path);
  all.sitemaps.addPage(node, path, graph.inlinksOf(node), node.depth === 0);
  const issues = [...(JSON.parse(row.issues) as Issue[]), ...cross];
  const healthScore = healthOf(issues, siteBlocked);
  totals.add(node, issues, healthScore, weights.of(row.pattern));
  comparison?.addNow(row.urlHash, { healthScore, issues });
  const pageVisits = visits.size === 0 ? 0 : (visits.get(pageKey(path) ?? path) ?? 0);
  for (const issue of issues) {
    stats.addIssue(issue.id, issue.severity);
    top.addPage(CHECKS.get(issue.id)!, path, pageVisits);
  }
  const previewScore = graph.previewOwners.isShared(relations.preview) ? row.sharedPreviewScore : row.previewScore;
  return { cross, issues, healthScore, previewScore };
}
