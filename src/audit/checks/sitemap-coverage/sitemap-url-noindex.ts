import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapUrlNoindex = sitemapCheck({
  id: "sitemap_url_noindex",
  severity: "error",
  title: "Pages in the sitemap are noindex",
  rule: "A listed URL has noindex in a meta tag or X-Robots-Tag.",
  why: "The sitemap asks for indexing and the page forbids it, so search engines trust the sitemap less.",
  fix: "Remove noindex if the page should be found; otherwise remove it from the sitemap.",
  crawl: {
    page: ({ node }) => node.inSitemap && node.reason === "noindex",
    detail: "listed URLs are noindex",
  },
});
