import { sitemapCheck } from "../shared/define-sitemap";
import { inNumber } from "../shared/listed";

export const sitemapIndexNested = sitemapCheck({
  id: "sitemap_index_nested",
  severity: "error",
  title: "A sitemap index lists another index",
  rule: "A file listed in an index is itself an index. The protocol allows one level.",
  why: "Crawlers do not read the inner index and miss the pages of its sitemaps.",
  fix: "List all sitemaps directly in one index, or name each index in robots.txt.",
  file: {
    on: "sitemap",
    test: ({ kind, depth, entries }) =>
      kind === "index" && depth > 0
        ? { detail: `an index lists this index of ${inNumber(entries, "sitemaps")}; we did not read them` }
        : null,
  },
});
