import type { Issue } from "../model/issue";
import { Comparison } from "./figures/comparison";
import { CrawlStats } from "./figures/crawl-stats";
import { CrawlerAccessReport } from "./figures/crawler-access";
import { Estimates } from "./figures/estimates";
import { Inlinks } from "./figures/inlinks";
import { IssueIndex } from "./figures/issue-index";
import { Namesakes } from "./figures/namesakes";
import { PatternWeights } from "./figures/pattern-weights";
import type { FileStats } from "../model/site/file-answers";
import type { SiteFacts } from "../model/site/site-facts";
import { SiteGraph } from "../model/site/site-graph";
import { TopIssues } from "./figures/top-issues";
import type { Scores } from "./figures/scores";
import type { UnreadablePages } from "./figures/unreadable-pages";
import { SitemapCrawlIssues } from "../checks/sitemap-crawl-issues";

/** Renews the job's lease. False: another job has taken over. */
export type Alive = () => Promise<boolean>;

/** Sitemap URLs per call in a pass over a run. */
export const BATCH = 1_000;

/** What the passes over a run's pages collect. */
export interface Gathered {
  graph: SiteGraph;
  stats: CrawlStats;
  scores: Scores;
  comparison: Comparison | null;
  unreadable: UnreadablePages;
  top: TopIssues;
  /** Crawler visits in the last 30 days, by path. */
  visits: Map<string, number>;
  access: CrawlerAccessReport;
  sitemaps: SitemapCrawlIssues;
  site: SiteFacts;
  siteIssues: Issue[];
  /** A site-wide problem keeps every page out of search. */
  siteBlocked: boolean;
  weights: PatternWeights;
  namesakes: Namesakes;
  estimates: Estimates;
  inlinks: Inlinks;
  index: IssueIndex;
  /** How files answered; null: the run found none, or does not ask for them. */
  files: FileStats | null;
}
