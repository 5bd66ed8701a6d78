import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapTooLarge = sitemapCheck({
  id: "sitemap_too_large",
  severity: "error",
  title: "The sitemap is larger than 50 MB",
  rule: "More than 52,428,800 bytes uncompressed.",
  why: "Search engines reject a file of this size.",
  fix: "Split it and list the parts in a sitemap index.",
  file: {
    on: "sitemap",
    test: ({ end }) =>
      end === "too_large" ? { detail: "the file is larger than 52,428,800 bytes; we did not read the rest" } : null,
  },
});
