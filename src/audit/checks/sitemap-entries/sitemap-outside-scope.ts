import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapOutsideScope = sitemapCheck({
  id: "sitemap_outside_scope",
  severity: "warning",
  title: "Entries are outside the sitemap's folder",
  rule: "A sitemap that robots.txt does not name covers only URLs in its own folder and below.",
  why: "Crawlers may ignore the entries outside.",
  fix: "Move the file to the root of the site, or name it in robots.txt.",
  entry: {
    test: ({ loc, url, own, scope }) => (own && scope !== null && !url!.pathname.startsWith(scope) ? loc : null),
    detail: "entries are outside the folder of the sitemap, which robots.txt does not name",
  },
});
