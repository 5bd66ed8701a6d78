import type { SitemapFile } from "../../../web";
import type { Severity } from "../../model/issue";
import type { Node } from "../../model/site/site-graph";

/** What an audit knows about a site before it reads the sitemaps. */
export interface SitemapContext {
  host: string;
  /** The site is served over https. */
  https: boolean;
  /** Sitemap URLs that robots.txt names. */
  inRobots: ReadonlySet<string>;
  /** robots.txt or the owner names the sitemaps. False: the audit tries the usual places, which may be empty. */
  certain: boolean;
  now: number;
}

/**
 * Which files a check looks at. `any`: every file, even if it can't be fetched; `body`: files on the site's own host that
 * answered 200 in time; `sitemap`: of those, files that are neither HTML nor damaged gzip.
 */
export type FileStage = "any" | "body" | "sitemap";

/** A fault of one file. */
export interface FileFinding {
  detail: string;
  /** How many entries have it. Without a number, the fault is the file's own and the file is the example. */
  entries?: number;
}

/** One entry of a sitemap, as the checks see it. */
export interface EntryFacts {
  loc: string;
  lastmod: string | null;
  /** `loc` as a URL; null if crawlers can't use it. */
  url: URL | null;
  /** The URL is usable and on the audited host. */
  own: boolean;
  /** Folder that the sitemap is limited to; null if it may list the whole host. */
  scope: string | null;
  /** Where the same URL occurred before. */
  listed: "nowhere" | "in_this_file" | "in_earlier_file";
  /** First moment that `lastmod` can mean; null without one, or if it is not a date. */
  changed: number | null;
}

/** What one file's lastmod values have in common. */
export interface LastmodCounts {
  /** Entries without lastmod. */
  missing: number;
  /** How often each lastmod within minutes of the audit's request occurs. */
  stamps: ReadonlyMap<string, number>;
}

/** All sitemap files that a run has read. */
export interface ReadSitemaps {
  /** At least one sitemap could be read. */
  readable: boolean;
  files: readonly SitemapFile[];
}

export interface RunFinding {
  sitemapUrl: string | null;
  count: number;
  detail: string;
}

/** A page of the crawl, when the site has a readable sitemap. */
export interface CrawledPage {
  node: Node;
  inlinks: number;
  /** The audit started at this page, so it needs no link. */
  start: boolean;
  /** The crawl saw the whole site, so a page without a link really has none. */
  wholeSite: boolean;
}

/** A URL in a sitemap, crawled or not. */
export interface ListedUrl {
  /** robots.txt allows it for Googlebot. */
  allowed: boolean;
  crawled: boolean;
  wholeSite: boolean;
}

/** One sitemap issue: its texts, and one or more tests that find it. */
export interface SitemapCheck {
  scope: "sitemap";
  /** Published id, snake_case, never reused. */
  id: string;
  severity: Severity;
  title: string;
  /** The exact rule with its thresholds. */
  rule: string;
  why: string;
  fix: string;
  /** Runs once per file, after its last entry. Null: passed. */
  file?: { on: FileStage; test: (file: SitemapFile, site: SitemapContext) => FileFinding | null };
  /** Runs for each entry and returns the example to show, or null. `detail` follows "3 of 10" in the text. */
  entry?: { test: (entry: EntryFacts, site: SitemapContext) => string | null; detail: string };
  /** Runs once per file other than an index, after its last entry. */
  lastmods?: (file: SitemapFile, counts: LastmodCounts) => FileFinding | null;
  /** Runs once, after the last file. */
  run?: (reading: ReadSitemaps, site: SitemapContext) => RunFinding | null;
  /** Compares the sitemaps with the crawl; true: has the issue. `detail` follows the count in the text. */
  crawl?: { page?: (page: CrawledPage) => boolean; listed?: (url: ListedUrl) => boolean; detail: string };
}

export function sitemapCheck(check: Omit<SitemapCheck, "scope">): SitemapCheck {
  return { ...check, scope: "sitemap" };
}
