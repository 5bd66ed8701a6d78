import type { Issue } from "../model/issue";
import { Comparison } from "./figures/comparison";
import { CrawlStats } from "./figures/crawl-stats";
import { CrawlerAccessReport } from "./figures/crawler-access";
import { PatternWeights } from "./figures/pattern-weights";
import type { SiteFacts } from "../model/site/site-facts";
import { SiteGraph } from "../model/site/site-graph";
import { TopIssues } from "./figures/top-issues";
import { Totals } from "./figures/totals";
import { SitemapCrawlIssues } from "../checks/sitemap-crawl-issues";

/** Renews the job's lease. False: another job has taken over. */
export type Alive = () => Promise<boolean>;

/** Rows that a pass over a run reads at once. */
export const BATCH = 1_000;

/** What the passes over a run's pages gather. */
export interface Gathered {
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
