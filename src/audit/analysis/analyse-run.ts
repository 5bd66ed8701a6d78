import { agentReadiness } from "../model/site/agent-readiness";
import { visitsByPath } from "../../analytics";
import { type Db, openDb } from "../../db/client";
import { withHeartbeat } from "../../lib/heartbeat";
import { sha256Hex } from "../../lib/hash";
import { round1 } from "../../lib/round";
import { SECOND_MS, utcMonth } from "../../lib/time";
import type { RobotsFile } from "../../web";
import { runSiteChecks } from "../checks/run-checks";
import { type Ending, endingOf } from "./figures/closing";
import { Comparison, isCut } from "./figures/comparison";
import { Estimates } from "./figures/estimates";
import { firstSeen } from "./figures/first-seen";
import { Inlinks } from "./figures/inlinks";
import { IssueIndex } from "./figures/issue-index";
import { Namesakes } from "./figures/namesakes";
import { CrawlStats } from "./figures/crawl-stats";
import { CrawlerAccessReport } from "./figures/crawler-access";
import { PatternWeights } from "./figures/pattern-weights";
import { SITE_WEIGHT, robotsAnalysis } from "./figures/robots-analysis";
import { asksFor, type RunConfig } from "../model/run/run-state";
import { isClosed, Scores } from "./figures/scores";
import { isPartial } from "../model/run/scope";
import { filesOf } from "../model/run/files-of";
import { incomparableChecks } from "../model/site/file-answers";
import { scoreStateOf } from "../model/run/score-state";
import { SiteGraph } from "../model/site/site-graph";
import { UnreadablePages } from "./figures/unreadable-pages";
import { TopIssues } from "./figures/top-issues";
import type { JobContext } from "../crawl/job-context";
import { forbidsEverything } from "../model/site/robots-file";
import { homeOfRun } from "../model/run/home-of-run";
import { probeSite } from "../crawl/probe-site";
import type { Closing } from "../crawl/frontier/calls";
import { type RunRow, closeRun, countFinishedRuns, findRun, previousRun, wholeRuns } from "../runs/repo";
import { SitemapCrawlIssues } from "../checks/sitemap-crawl-issues";
import type { Gathered } from "./gathered";
import { eventsOfRun } from "./events-of-run";
import { judgePages, keepTrends } from "./judge-pages";
import { judgeSitemapUrls } from "./judge-sitemap-urls";
import { loadFiles, loadGraph, readPrevious } from "./load-graph";

/** Window of the crawler visits that rank a run's issues. */
const VISIT_DAYS = 30;
/** How often the job's lease is renewed while it waits for the site. */
const RENEW_MS = 8 * SECOND_MS;

/**
 * Compares the pages of a run, scores it and ends it. Every write is absolute, so a job that dies halfway can be
 * repeated. Null: another job has taken over.
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
  const earlier = await previousRun(db, run);
  const [previous] = earlier ? await wholeRuns(db, [earlier]) : [];
  const base = homeOfRun(config);
  const sitemapFound = closing.sitemaps?.readable ?? false;
  // On a slow site these requests can outlast the job's lease.
  const site = await withHeartbeat(probeSite(config, rules, robots, sitemapFound), alive, RENEW_MS);
  const siteIssues = runSiteChecks(site);
  const siteBlocked = isClosed(siteIssues);
  const graph = new SiteGraph(sawWholeSite(config, closing), base.origin);
  const all: Gathered = {
    graph,
    stats: new CrawlStats(),
    scores: new Scores(siteBlocked),
    comparison: null,
    unreadable: new UnreadablePages(),
    top: new TopIssues(),
    visits: await visitsByPath(env, run.domainId, VISIT_DAYS, Date.now()),
    access: new CrawlerAccessReport(site.robots, forbidsEverything(robots)),
    sitemaps: new SitemapCrawlIssues(sitemapFound, graph),
    site,
    siteIssues,
    siteBlocked,
    weights: new PatternWeights(closing.sampledPatterns),
    namesakes: new Namesakes(),
    estimates: new Estimates(),
    inlinks: new Inlinks(graph),
    index: new IssueIndex(),
    files: null,
  };
  if (!(await loadGraph(stub, token, all))) return null;
  if (asksFor(config) !== "none" && !(await loadFiles(stub, token, all))) return null;
  const leftOut = incomparableChecks(all.files, previous ? filesOf(previous) : null);
  all.comparison = previous ? new Comparison(leftOut) : null;
  if (previous && !(await readPrevious(env, stub, previous, base, all, alive))) return null;
  const { pagesCrawled } = closing;
  const { failedPages, blockedPages } = all.stats;
  const robotsFailure = forbidsEverything(robots) ? robots.status : null;
  const ending = endingOf({ ...closing, failedPages, blockedPages, robotsFailure });
  const pageScores = await judgePages(stub, token, all);
  if (pageScores === null) return null;
  if (!(await judgeSitemapUrls(stub, token, all))) return null;
  const allVisits = sum(all.visits.values());
  for (const issue of siteIssues)
    all.top.addSite({ ...issue, weight: SITE_WEIGHT[issue.severity] }, issue.detail, allVisits);
  const finished = ending.status !== "error";
  const result = await resultOf(
    db,
    run,
    previous,
    {
      ...closing,
      finished,
      needsContinuation: ending.needsContinuation,
      silent: ending.closeReason === "seed_unreachable",
      config,
    },
    all,
  );
  const isScored = result.crawlStats["scoreState"] === "scored";
  if (finished && !(await keepTrends(stub, token, pageScores, isScored))) return null;
  const events = finished && previous ? eventsOfRun(run, previous, result, all) : [];
  await closeRun(db, run, { ...ending, pagesCrawled, ...result }, utcMonth(run.startedAt), events);
  return ending;
}

/** Whether the run continues one whose pages are no longer there, so that its result has only the rest of the site. */
function lacksEarlier({ continues, carriedPages }: Closing): boolean {
  return continues !== null && carriedPages === 0;
}

/** Whether the crawl covered the whole site, so that what it did not find does not exist. */
function sawWholeSite(config: RunConfig, closing: Closing): boolean {
  const isLimited = config.scope !== undefined && isPartial(config.scope);
  const partly = config.mode === "selected" || config.newPagesOnly || lacksEarlier(closing) || isLimited;
  // Who cancels while files are asked has the whole crawl.
  const isCrawled =
    closing.closeReason === "finished" || (closing.closeReason === "cancelled" && closing.queueLeft === 0);
  return !partly && isCrawled && closing.sampledPatterns.length === 0;
}

/** The result columns of a finished run. */
async function resultOf(
  db: Db,
  run: RunRow,
  previous: RunRow | undefined,
  closing: Closing & { finished: boolean; needsContinuation: boolean; silent: boolean; config: RunConfig },
  {
    stats,
    scores,
    comparison,
    top,
    weights,
    access,
    sitemaps,
    site,
    siteIssues,
    index,
    inlinks,
    estimates,
    files,
  }: Gathered,
) {
  const sitePenalty = sum(siteIssues.map((issue) => SITE_WEIGHT[issue.severity]));
  const { health, ...scored } = scores.summary(sitePenalty, closing.silent);
  const bothScored = scored.scoreState === "scored" && previous && scoreStateOf(previous) === "scored";
  const comparable = comparison?.summary(bothScored === true) ?? null;
  const isEqual = previous !== undefined && !isCut(closing, previous) && (comparable?.pages ?? 0) > 0;
  // Such runs audit other pages each time, so that only those that both saw can be compared.
  const hasOwnPages = closing.config.mode === "selected" || closing.config.newPagesOnly;
  const askedAll = incomparableChecks(files, previous ? filesOf(previous) : null).size === 0;
  // Totals count what files were found to be, which says nothing if some were not asked.
  const whole = hasOwnPages || !askedAll ? null : previous;
  const report = closing.sitemaps;
  const sitemapIssues = [...(report?.issues ?? []), ...sitemaps.issues(report?.url ?? null)];
  const issueCount = scores.issueCount + siteIssues.length + sitemapIssues.length;
  for (const { severity } of [...siteIssues, ...sitemapIssues]) stats.addOther(severity);
  const ids = [...index.list(), ...siteIssues, ...sitemapIssues].map(({ id }) => id);
  const durationMs = Date.now() - closing.beganAt;
  // A scheduled run starts at its tick's time, which can differ from the clock.
  const completedAt = run.startedAt + durationMs;
  return {
    issueCount,
    healthScore: health.healthScore,
    deltaIssues: !isEqual ? 0 : whole ? issueCount - whole.issueCount : comparable!.deltaIssues,
    deltaHealth:
      isEqual && bothScored ? (whole ? round1(health.healthScore - whole.healthScore) : comparable!.deltaHealth) : 0,
    runCount: (await countFinishedRuns(db, run.domainId, run.id)) + (closing.finished ? 1 : 0),
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
      ...scored,
      agentReadiness: agentReadiness({ ...site, issues: siteIssues }),
      firstSeen: firstSeen(ids, run.startedAt, previous),
      sampledPatterns: weights.summary(),
      continuedFrom: closing.continues,
      comparable,
      carriedPages: closing.carriedPages,
      lacksEarlierPages: lacksEarlier(closing),
      extractors: closing.config.extractors ?? null,
      estimated: estimates.summary(),
      discovered: closing.discovered,
      queueLeft: closing.queueLeft,
      files,
      sitemaps: report && { files: report.files, urls: report.urls, unreadFiles: report.unreadFiles },
      durationMs,
    }),
    sitemapIssues,
    topIssues: top.list(inlinks.brokenPages),
    completedAt,
    heartbeatAt: Date.now(),
  };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}
