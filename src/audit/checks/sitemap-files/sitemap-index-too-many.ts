import { SITEMAP_MAX_URLS } from "../../../web";
import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapIndexTooMany = sitemapCheck({
  id: "sitemap_index_too_many",
  severity: "error",
  title: "The index lists more than 50,000 sitemaps",
  rule: "More than 50,000 sitemaps in one index.",
  why: "Search engines reject an index of this size.",
  fix: "Split the index and name each part in robots.txt.",
  file: {
    on: "sitemap",
    test: ({ kind, entries }) =>
      kind === "index" && entries > SITEMAP_MAX_URLS ? { detail: `the index lists ${entries} sitemaps` } : null,
  },
});
