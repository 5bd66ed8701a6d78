import type { RobotsFile } from "../../../web";
import type { PageRow } from "../page/page-row";
import type { DoneUrl } from "./crawl-steps";
import type { TemplateVerdict } from "../page/rendering-policy";
import type { CloseReason, Phase, RunConfig } from "./run-state";
import type { PatternCount } from "./sampling";
import type { FaultyFile, FileStatus, FileStats } from "../site/file-statuses";
import type { SitemapReport } from "../site/sitemap-report";

/** The result of starting a run; `runId`: the run that holds the lock. */
export type StartResult = { started: true } | { started: false; runId: string };

/**
 * How jobs work with the object. A release that changes it increases the number: then no isolate of the release that it
 * replaces gets work from a newer object, and vice versa.
 */
export const JOB_VERSION = 4;

/** What a job gets when it claims a run. */
export interface Job {
  /** How the object takes reports. */
  version: number;
  config: RunConfig;
  phase: Phase;
  robots: RobotsFile | null;
  /** An earlier job has read robots.txt and the sitemaps. */
  begun: boolean;
  /** What samples showed, by what their pages look like to scripts. */
  looks: Array<[look: number, verdict: TemplateVerdict]>;
}

/** A URL handed to a job. */
export interface FrontierUrl {
  seq: number;
  url: string;
  depth: number;
  /** 1: a page of the result; 0: a probe, fetched only for its status. */
  listed: number;
  inSitemap: number;
  /** Pattern the URL was sampled from; null without sampling. */
  pattern: number | null;
  /** The pattern of its path, as sampling knows it: the pages of one template have the same. */
  template: string;
  /** What rendering the template's sample showed; null: not known yet. */
  verdict: TemplateVerdict | null;
}

/** A URL that a job discovered. */
export interface FoundUrl {
  url: string;
  depth: number;
  listed: number;
}

/** A file, or something on another host, that a page refers to. */
export interface FoundFile {
  url: string;
  /** hash53 of `url`. */
  hash: number;
  /** 1: a page shows it as an image. */
  image: number;
  /** The name of its server, by which requests are limited; null: it is on the audited site. */
  host: string | null;
}

/** A file to request. */
export type FileTarget = FoundFile;

/** What a job learnt about a file. */
export interface FileResult extends FileStatus {
  hash: number;
}

/** What the pages of a run refer to, as the analysis needs it. */
export interface FileFindings {
  faulty: FaultyFile[];
  /** Null: the run found no files, or does not request them. */
  stats: FileStats | null;
}

/** A URL that a sitemap lists. */
export interface SitemapUrl {
  url: string;
  /** Whether this run audits it; otherwise the URL is only recorded as listed in a sitemap. */
  crawl: boolean;
  /** Never left out by sampling. */
  always: boolean;
}

export interface JobReport {
  done: DoneUrl[];
  /** The pages of `done`, to store. */
  rows?: PageRow[];
  found: FoundUrl[];
  /** Files and links to other sites that the pages refer to; absent: none, or the run does not request them. */
  files?: FoundFile[];
  /** How many URLs the job wants next. */
  want: number;
}

export interface JobReply {
  urls: FrontierUrl[];
  /** Why the crawl is over; null while it continues. */
  end: CloseReason | null;
  pagesCrawled: number;
}

export interface CrawlProgress {
  /** queued: no job has claimed it yet. */
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
  /** Patterns of which sampling left out URLs. */
  sampledPatterns: PatternCount[];
  /** The run that this one continued. */
  continues: string | null;
  /** When the lock was taken. */
  beganAt: number;
  /** Listed pages that were actually fetched. */
  pagesCrawled: number;
  /** Pages that it has from the run it continued. */
  carriedPages: number;
}
