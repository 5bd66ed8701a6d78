import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapUrlNonCanonical = sitemapCheck({
  id: "sitemap_url_non_canonical",
  severity: "warning",
  title: "Pages in the sitemap name another URL as their canonical",
  rule: "The canonical of a listed URL is another URL.",
  why: "The sitemap and the page disagree about which address to index.",
  fix: "List the canonical address.",
  crawl: {
    page: ({ node }) => node.inSitemap && node.reason === "canonicalised",
    detail: "listed URLs name another URL as their canonical",
  },
});
