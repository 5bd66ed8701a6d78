import { visitsByPath } from "../../analytics";
import { openDb } from "../../db/client";
import { utcMonth } from "../../lib/time/time";
import type { RobotsFile } from "../../web";
import type { Closing } from "../model/run/calls";
import type { JobContext } from "../crawl/frontier/job-context";
import { homeOfRun } from "../model/run/home-of-run";
import type { RunConfig } from "../model/run/run-state";
import { asksFor } from "../model/run/run-state";
import { forbidsEverything } from "../model/site/robots-file";
import { closeRun, findRun, previousRun } from "../repo";
import { packAnalyses } from "../model/run/analyses";
import { wholeRuns } from "../runs/results/whole-runs";
import { eventsOfRun } from "./events-of-run";
import { type Ending, endingOf } from "./figures/closing";
import { SITE_WEIGHT } from "./figures/robots-analysis";
import { type CrawledUrls, type JudgedSite, type RunFigures, comparedPages, crawledUrls, runFigures } from "./gathered";
import { judgePages, keepTrends } from "./judge-pages";
import { judgeSite } from "./judge-site";
import { judgeSitemapUrls } from "./judge-sitemap-urls";
import { loadFiles, loadGraph, readPrevious } from "./load-graph";
import { type RunEnd, resultOf } from "./result-of-run";

/** Window of the crawler visits that rank a run's issues. */
const VISIT_DAYS = 30;

/**
 * Compares the pages of a run, scores it and ends it. Every write is absolute, so a job that dies halfway can be
 * repeated. Null: another job has taken over.
 */
export async function analyseRun(context: JobContext, robots: RobotsFile): Promise<Ending | null> {
  const { env, stub, token, job } = context;
  const { config } = job;
  const db = openDb(env.DB);
  const closing = await stub.closing(token);
  const run = await findRun(db, config.runId);
  if (!closing || !run) return null;
  const earlier = await previousRun(db, run);
  const [previous] = earlier ? await wholeRuns(env, [earlier]) : [];

  const sitemapFound = closing.sitemaps?.readable ?? false;
  const urls = crawledUrls(config, closing);
  if (!(await loadGraph(stub, token, urls))) return null;
  const site = await judgeSite(context, robots, sitemapFound, urls.canonicals.summary());
  const visits = await visitsByPath(env, run.domainId, VISIT_DAYS, Date.now());

  const found = asksFor(config) === "none" ? { stats: null } : await loadFiles(stub, token, urls.graph);
  if (found === null) return null;
  const files = found.stats;

  const compared = comparedPages(files, previous);
  const base = homeOfRun(config);
  const alive = () => stub.renew(token);
  if (previous && !(await readPrevious(env, stub, previous, base, urls.graph, compared, alive))) return null;

  const ending = endingOfCrawl(closing, urls, robots, config);
  const figures = runFigures(site, urls, robots, sitemapFound);
  const input = { urls, compared, visits, isSiteBlocked: site.isBlocked };
  const pageScores = await judgePages(stub, token, input, figures);
  if (pageScores === null) return null;
  if (!(await judgeSitemapUrls(stub, token, site, urls, figures))) return null;
  addSiteIssues(site, visits, figures);

  const finished = ending.status !== "error";
  const silent = ending.closeReason === "seed_unreachable";
  const end: RunEnd = { ...closing, config, finished, needsContinuation: ending.needsContinuation, silent };
  const result = await resultOf(db, run, previous, end, { site, urls, compared, figures, files });
  const isScored = result.figures.scoreState === "scored";
  if (finished && !(await keepTrends(stub, token, pageScores, isScored))) return null;
  const events =
    finished && previous
      ? eventsOfRun(run, previous, { ...result.figures, ...result.analyses }, site, compared, figures)
      : [];
  // First the analyses: once D1 ends the run, readers look for them.
  const packed = await packAnalyses({ runId: run.id, completedAt: result.figures.completedAt }, result.analyses);
  if (!(await stub.keepAnalyses(token, packed))) return null;
  const { pagesCrawled } = closing;
  await closeRun(db, run, { ...ending, pagesCrawled, ...result.figures }, utcMonth(run.startedAt), events);
  return ending;
}

function endingOfCrawl(closing: Closing, { stats }: CrawledUrls, robots: RobotsFile, config: RunConfig): Ending {
  const { newPagesOnly, movedFrom, domain } = config;
  const { failedPages, blockedPages, wrongHost } = stats;
  const moved = movedFrom === undefined ? null : { from: movedFrom, to: domain };
  const robotsFailure = forbidsEverything(robots) ? robots.status : null;
  return endingOf({ ...closing, failedPages, blockedPages, robotsFailure, newPagesOnly, wrongHost, moved });
}

/** A site-wide issue affects every visit. */
function addSiteIssues({ issues }: JudgedSite, visits: ReadonlyMap<string, number>, { top }: RunFigures): void {
  let allVisits = 0;
  for (const count of visits.values()) allVisits += count;
  for (const issue of issues) top.addSite({ ...issue, weight: SITE_WEIGHT[issue.severity] }, issue.detail, allVisits);
}
