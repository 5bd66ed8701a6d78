import { sitemapCheck } from "../shared/define-sitemap";

export const indexableNotInSitemap = sitemapCheck({
  id: "indexable_not_in_sitemap",
  severity: "notice",
  title: "Indexable pages are in no sitemap",
  rule: "A crawled page may be indexed, but no sitemap lists it.",
  why: "Crawlers learn of changes to the page later than they could.",
  fix: "Add it to the sitemap, or mark it noindex if it is not meant for search.",
  crawl: {
    page: ({ node }) => !node.inSitemap && node.indexable,
    detail: "crawled indexable pages are in no sitemap",
  },
});
