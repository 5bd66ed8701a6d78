import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapCrossHost = sitemapCheck({
  id: "sitemap_cross_host",
  severity: "error",
  title: "Entries are on another host",
  rule: "A `loc`, or the sitemap itself, is on a host other than the audited domain. Only that host's own robots.txt could make it valid.",
  why: "Crawlers ignore entries for a host that has not confirmed the sitemap.",
  fix: "List pages in a sitemap on their own host, or name this sitemap in that host's robots.txt.",
  file: {
    on: "any",
    test: ({ foreign }) => (foreign ? { detail: "the sitemap itself is on another host, or redirects to one" } : null),
  },
  entry: {
    test: ({ loc, url, own }) => (url !== null && !own ? loc : null),
    detail: "entries are on another host",
  },
});
