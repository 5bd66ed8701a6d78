import type { Severity } from "../issue";

/** An item of `sitemapIssues`. */
export interface SitemapIssue {
  /** Of the catalogue of sitemap checks. */
  id: string;
  severity: Severity;
  title: string;
  /** The file it is about; null where it is about none. */
  sitemapUrl: string | null;
  /** How many entries, or files, have it. */
  count: number;
  sampleUrls: string[];
  detail: string;
  fix: string;
}

/** What a run keeps of its sitemaps until it is analysed. */
export interface SitemapReport {
  readable: boolean;
  /** The first sitemap that could be read. */
  url: string | null;
  files: number;
  /** Entries of all files. */
  urls: number;
  /** Files that were not read: past the limits of time and number, or an index inside an index. */
  unreadFiles: number;
  /** Status of the files that robots.txt names. */
  status: Array<[string, number]>;
  issues: SitemapIssue[];
}
