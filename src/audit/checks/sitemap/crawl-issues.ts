import { type Node, isBroken } from "../../model/site/site-graph";
import { sitemapIssue, IssueTally, type SitemapIssueId } from "./catalogue";
import type { SitemapIssue } from "../../model/site/sitemap-report";

type CrawlIssueId =
  | "sitemap_url_error"
  | "sitemap_url_redirect"
  | "sitemap_url_noindex"
  | "sitemap_url_blocked"
  | "sitemap_url_non_canonical"
  | "sitemap_url_orphan"
  | "indexable_not_in_sitemap";

const DETAILS: Record<CrawlIssueId, (count: number) => string> = {
  sitemap_url_error: (n) => `${n} listed URLs answer with an error, or not at all`,
  sitemap_url_redirect: (n) => `${n} listed URLs redirect`,
  sitemap_url_noindex: (n) => `${n} listed URLs are noindex`,
  sitemap_url_blocked: (n) => `${n} listed URLs are closed to Googlebot by robots.txt`,
  sitemap_url_non_canonical: (n) => `${n} listed URLs name another canonical`,
  sitemap_url_orphan: (n) => `${n} listed URLs have no link from any crawled page`,
  indexable_not_in_sitemap: (n) => `${n} crawled indexable pages are in no sitemap`,
};

export interface CrawlIssueOptions {
  /** A sitemap was read. */
  readable: boolean;
  /** The whole site was crawled, so that a page without a link really has none. */
  wholeSite: boolean;
}

/** Compares sitemaps with the crawl: fed page by page and URL by URL, keeps counts and a few examples. */
export class SitemapCrawlIssues {
  private readonly tallies = new Map<CrawlIssueId, IssueTally>();

  constructor(private readonly options: CrawlIssueOptions) {}

  /** A page of the run. `start`: the audit began at it, so it needs no link. */
  addPage(node: Node, path: string, inlinks: number, start: boolean): void {
    if (!this.options.readable) return;
    if (!node.inSitemap) {
      if (node.indexable) this.add("indexable_not_in_sitemap", path);
      return;
    }
    if (isBroken(node)) this.add("sitemap_url_error", path);
    else if (node.outcome === "redirect") this.add("sitemap_url_redirect", path);
    else if (node.reason === "noindex") this.add("sitemap_url_noindex", path);
    else if (node.reason === "canonicalised") this.add("sitemap_url_non_canonical", path);
    if (this.options.wholeSite && inlinks === 0 && !start) this.add("sitemap_url_orphan", path);
  }

  /** A URL that a sitemap lists, crawled or not. `crawled`: it is among the pages. */
  addListed(path: string, allowed: boolean, crawled: boolean): void {
    if (!allowed) this.add("sitemap_url_blocked", path);
    // Nothing led to it: the crawl followed every link there is.
    if (!crawled && this.options.wholeSite) this.add("sitemap_url_orphan", path);
  }

  get blockedUrls(): number {
    return this.tallies.get("sitemap_url_blocked")?.count ?? 0;
  }

  /** `sitemapUrl`: the first sitemap, for the issues that belong to all of them. */
  issues(sitemapUrl: string | null): SitemapIssue[] {
    return [...this.tallies].map(([id, tally]) =>
      sitemapIssue(id as SitemapIssueId, sitemapUrl, tally, DETAILS[id](tally.count)),
    );
  }

  private add(id: CrawlIssueId, path: string): void {
    let tally = this.tallies.get(id);
    if (!tally) this.tallies.set(id, (tally = new IssueTally()));
    tally.add(path);
  }
}
