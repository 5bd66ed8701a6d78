import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapUrlOrphan = sitemapCheck({
  id: "sitemap_url_orphan",
  severity: "notice",
  title: "Pages in the sitemap have no internal link",
  rule: "No crawled page links to a listed URL. Only reported if the whole site was crawled.",
  why: "Crawlers visit such pages rarely, and search engines give them little weight.",
  fix: "Link to the page from a related page or the navigation.",
  crawl: {
    page: ({ node, inlinks, start, wholeSite }) => node.inSitemap && wholeSite && inlinks === 0 && !start,
    // The crawl followed every link it found, so nothing links to a URL that it did not reach.
    listed: ({ crawled, wholeSite }) => wholeSite && !crawled,
    detail: "listed URLs have no link from any crawled page",
  },
});
