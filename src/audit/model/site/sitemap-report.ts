import type { Severity } from "../issue";

/** An item of `sitemapIssues`. */
export interface SitemapIssue {
  /** From the catalogue of sitemap checks. */
  id: string;
  severity: Severity;
  title: string;
  /** The sitemap file concerned; null if none is. */
  sitemapUrl: string | null;
  /** Number of entries or files affected. */
  count: number;
  sampleUrls: string[];
  detail: string;
  fix: string;
}

/** What a run records about its sitemaps for the analysis. */
export interface SitemapReport {
  readable: boolean;
  /** The first sitemap that could be read. */
  url: string | null;
  files: number;
  /** Entries in all files. */
  urls: number;
  /** Files not read: beyond the time or number limit, or an index nested in an index. */
  unreadFiles: number;
  /** Status of the files that robots.txt names. */
  status: Array<[string, number]>;
  issues: SitemapIssue[];
}
