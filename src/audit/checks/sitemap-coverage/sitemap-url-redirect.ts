import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapUrlRedirect = sitemapCheck({
  id: "sitemap_url_redirect",
  severity: "warning",
  title: "Pages in the sitemap redirect",
  rule: "A listed URL answers 3xx.",
  why: "Each entry costs crawlers an extra request, and search engines do not index a redirect.",
  fix: "List the redirect's target instead.",
  crawl: {
    page: ({ node }) => node.inSitemap && node.outcome === "redirect",
    detail: "listed URLs redirect",
  },
});
