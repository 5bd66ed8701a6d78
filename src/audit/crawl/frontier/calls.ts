import type { RobotsFile } from "../../../web";
import type { DoneUrl } from "../../model/run/crawl-steps";
import type { CloseReason, Phase, RunConfig } from "../../model/run/run-state";
import type { PatternCount } from "../../model/run/sampling";
import type { SitemapReport } from "../../model/site/sitemap-report";

/** What callers tell a domain's audit, and what it answers. */
export type StartResult = { started: true } | { started: false; runId: string };

/** What a job gets when it takes up a run. */
export interface Job {
  config: RunConfig;
  phase: Phase;
  robots: RobotsFile | null;
}

/** A URL handed to a job. */
export interface FrontierUrl {
  seq: number;
  url: string;
  depth: number;
  /** 1: a page of the result; 0: fetched only to know its answer. */
  listed: number;
  inSitemap: number;
  /** Pattern the URL was sampled from; null without sampling. */
  pattern: number | null;
}

/** A URL that a job met. */
export interface FoundUrl {
  url: string;
  depth: number;
  listed: number;
}

/** A URL that a sitemap lists. */
export interface SitemapUrl {
  url: string;
  /** A page of this run; else only known to be in a sitemap. */
  crawl: boolean;
  /** Never left out by sampling. */
  always: boolean;
}

export interface JobReport {
  done: DoneUrl[];
  found: FoundUrl[];
  /** How many URLs the job would like next. */
  want: number;
}

export interface JobReply {
  urls: FrontierUrl[];
  /** Why the crawl is over; null while it goes on. */
  end: CloseReason | null;
  pagesCrawled: number;
}

export interface CrawlProgress {
  /** queued: no job has taken it up yet. */
  status: "queued" | "running";
  phase: Phase;
  discovered: number;
  fetched: number;
  queued: number;
  issues: number;
}

/** What the frontier knows when the crawl is over. */
export interface Closing {
  closeReason: CloseReason;
  discovered: number;
  queueLeft: number;
  /** Null: the run read none. */
  sitemaps: SitemapReport | null;
  /** Patterns of which sampling left URLs out. */
  sampledPatterns: PatternCount[];
  /** The run that this one went on from. */
  continues: string | null;
  /** When the lock was taken. */
  beganAt: number;
}
