import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapMissing = sitemapCheck({
  id: "sitemap_missing",
  severity: "warning",
  title: "The site has no sitemap",
  rule: "robots.txt names no sitemap, and there is none at /sitemap.xml, /sitemap_index.xml or /sitemap-index.xml.",
  why: "Crawlers find pages only by following links, so they find new pages late and unlinked pages never.",
  fix: "Publish a sitemap of all pages meant for search and name it in robots.txt: `Sitemap: https://…/sitemap.xml`.",
  run: ({ readable }, { certain }) =>
    readable || certain
      ? null
      : { sitemapUrl: null, count: 0, detail: "robots.txt names no sitemap, and there is none in the usual places" },
});
