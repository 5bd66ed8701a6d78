import { SITEMAP_MAX_URLS } from "../../../web";
import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapTooManyUrls = sitemapCheck({
  id: "sitemap_too_many_urls",
  severity: "error",
  title: "The sitemap lists more than 50,000 URLs",
  rule: "More than 50,000 `loc` entries in one file.",
  why: "Search engines reject a file of this size.",
  fix: "Split it into files of at most 50,000 URLs and list those in a sitemap index.",
  file: {
    on: "sitemap",
    test: ({ kind, entries }) =>
      kind !== "index" && entries > SITEMAP_MAX_URLS ? { detail: `the file lists ${entries} URLs`, entries } : null,
  },
});
