import { SitemapCrawlIssues } from "../checks/sitemap-crawl-issues";
import type { RobotsFile } from "../../web";
import type { Closing } from "../model/run/calls";
import type { Issue } from "../model/issue";
import { filesOf } from "../model/run/files-of";
import { homeOfRun } from "../model/run/home-of-run";
import type { RunConfig } from "../model/run/run-state";
import { isPartial } from "../model/run/scope";
import { CanonicalCount } from "../model/site/canonical-hosts";
import { type FileStats, incomparableChecks } from "../model/site/file-statuses";
import { forbidsEverything } from "../model/site/robots-file";
import type { SiteFacts } from "../model/site/site-facts";
import type { RunRow } from "../repo";
import { FolderMap } from "../model/site/folder-map";
import { SiteGraph } from "../model/site/site-graph";
import { Comparison } from "./figures/comparison";
import { CrawlStats } from "./figures/crawl-stats";
import { CrawlerAccessReport } from "./figures/crawler-access";
import { Estimates } from "./figures/estimates";
import { Inlinks } from "./figures/inlinks";
import { IssueIndex } from "./figures/issue-index";
import { Namesakes } from "./figures/namesakes";
import { PatternWeights } from "./figures/pattern-weights";
import { Scores } from "./scores/scores";
import { TopIssues } from "./scores/top-issues";
import { UnreadablePages } from "./figures/unreadable-pages";
import { UnscoredTotals } from "./figures/unscored-totals";

/** Renews the job's lease. False: another job has taken over. */
export type Alive = () => Promise<boolean>;

/** Sitemap URLs per call in a pass over a run. */
export const BATCH = 1_000;

/** What is known of the site as a whole. */
export interface JudgedSite {
  facts: SiteFacts;
  issues: Issue[];
  /** A site-wide problem keeps every page out of search. */
  isBlocked: boolean;
}

/** The URLs of the run. */
export interface CrawledUrls {
  graph: SiteGraph;
  stats: CrawlStats;
  weights: PatternWeights;
  namesakes: Namesakes;
  canonicals: CanonicalCount;
}

/** The pages that the run before also saw, next to those of this run. */
export interface ComparedPages {
  /** Null: there is no run before. */
  comparison: Comparison | null;
  unreadable: UnreadablePages;
}

/** What the pages of the run add up to. */
export interface RunFigures {
  scores: Scores;
  top: TopIssues;
  index: IssueIndex;
  estimates: Estimates;
  inlinks: Inlinks;
  access: CrawlerAccessReport;
  sitemaps: SitemapCrawlIssues;
  unscored: UnscoredTotals;
  map: FolderMap;
}

/** No URLs yet. */
export function crawledUrls(config: RunConfig, closing: Closing): CrawledUrls {
  return {
    graph: new SiteGraph(sawWholeSite(config, closing), homeOfRun(config).origin),
    stats: new CrawlStats(),
    weights: new PatternWeights(closing.sampledPatterns),
    namesakes: new Namesakes(),
    canonicals: new CanonicalCount(),
  };
}

/** No pages yet. `files`: how this run's files responded, which decides what can be compared with `previous`. */
export function comparedPages(files: FileStats | null, previous: RunRow | undefined): ComparedPages {
  const leftOut = incomparableChecks(files, previous ? filesOf(previous) : null);
  return { comparison: previous ? new Comparison(leftOut) : null, unreadable: new UnreadablePages() };
}

/** Figures of no page yet. `sitemapFound`: the run has read a sitemap. */
export function runFigures(
  { facts, isBlocked }: JudgedSite,
  { graph }: CrawledUrls,
  robots: RobotsFile,
  sitemapFound: boolean,
): RunFigures {
  return {
    scores: new Scores(isBlocked),
    top: new TopIssues(),
    index: new IssueIndex(),
    estimates: new Estimates(),
    inlinks: new Inlinks(graph),
    access: new CrawlerAccessReport(facts.robots, forbidsEverything(robots)),
    sitemaps: new SitemapCrawlIssues(sitemapFound, graph),
    unscored: new UnscoredTotals(),
    map: new FolderMap(),
  };
}

/** Whether the run continues one whose pages are no longer there, so that its result has only the rest of the site. */
export function lacksEarlier({ continues, carriedPages }: Closing): boolean {
  return continues !== null && carriedPages === 0;
}

/** Whether the crawl covered the whole site, so that what it did not find does not exist. */
function sawWholeSite(config: RunConfig, closing: Closing): boolean {
  const isLimited = config.scope !== undefined && isPartial(config.scope);
  const partly = config.mode === "selected" || config.newPagesOnly || lacksEarlier(closing) || isLimited;
  // A run that is cancelled while it checks files has its whole crawl.
  const isCrawled =
    closing.closeReason === "finished" || (closing.closeReason === "cancelled" && closing.queueLeft === 0);
  return !partly && isCrawled && closing.sampledPatterns.length === 0;
}
