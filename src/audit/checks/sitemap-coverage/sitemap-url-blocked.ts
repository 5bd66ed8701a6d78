import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapUrlBlocked = sitemapCheck({
  id: "sitemap_url_blocked",
  severity: "error",
  title: "robots.txt blocks listed pages",
  rule: "robots.txt disallows a listed URL for Googlebot.",
  why: "The sitemap asks search engines to index a page that they may not read.",
  fix: "Allow the page in robots.txt, or remove it from the sitemap.",
  crawl: {
    listed: ({ allowed }) => !allowed,
    detail: "listed URLs are disallowed for Googlebot in robots.txt",
  },
});
