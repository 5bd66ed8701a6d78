import type { SitemapIssue } from "../model/site/sitemap-report";
import type { Node, SiteGraph } from "../model/site/site-graph";
import { sitemapIssue, SitemapTallies } from "./shared/sitemap-tallies";
import { sitemapUrlBlocked } from "./sitemap-coverage/sitemap-url-blocked";
import { SITEMAP_CHECKS } from "./stages";

/** Compares the sitemaps with the crawl, page by page and URL by URL. Keeps only counts and a few examples. */
export class SitemapCrawlIssues {
  private readonly tallies = new SitemapTallies();

  /** `readable`: the run has a readable sitemap. `graph`: says whether a page without a link really has none. */
  constructor(
    private readonly readable: boolean,
    private readonly graph: Pick<SiteGraph, "wholeSite">,
  ) {}

  /** Adds a page of the run. `start`: the audit started at this page, so it needs no link. */
  addPage(node: Node, path: string, inlinks: number, start: boolean): void {
    if (!this.readable) return;
    const page = { node, inlinks, start, wholeSite: this.graph.wholeSite };
    for (const check of SITEMAP_CHECKS) if (check.crawl?.page?.(page)) this.tallies.add(check, path);
  }

  /** Adds a URL of a sitemap. `allowed`: robots.txt allows it for Googlebot. `crawled`: it is one of the run's pages. */
  addListed(path: string, allowed: boolean, crawled: boolean): void {
    const url = { allowed, crawled, wholeSite: this.graph.wholeSite };
    for (const check of SITEMAP_CHECKS) if (check.crawl?.listed?.(url)) this.tallies.add(check, path);
  }

  get blockedUrls(): number {
    return this.tallies.countOf(sitemapUrlBlocked);
  }

  /** `sitemapUrl`: the first sitemap, named in issues that concern all of them. */
  issues(sitemapUrl: string | null): SitemapIssue[] {
    return [...this.tallies].map(([check, tally]) =>
      sitemapIssue(check, sitemapUrl, tally, `${tally.count} ${check.crawl!.detail}`),
    );
  }
}
