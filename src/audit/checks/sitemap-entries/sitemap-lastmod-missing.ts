import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapLastmodMissing = sitemapCheck({
  id: "sitemap_lastmod_missing",
  severity: "notice",
  title: "Most entries have no lastmod",
  rule: "More than half of a sitemap's entries have no `lastmod`.",
  why: "Crawlers can't tell which pages changed, and invalidating the updated paths of the cache always includes these pages.",
  fix: "Write the date of the page's last change into lastmod.",
  lastmods: ({ kind, entries }, { missing }) =>
    kind === "urlset" && missing > entries / 2
      ? { detail: `${missing} of ${entries} entries have no lastmod`, entries: missing }
      : null,
});
