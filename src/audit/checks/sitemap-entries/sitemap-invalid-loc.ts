import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapInvalidLoc = sitemapCheck({
  id: "sitemap_invalid_loc",
  severity: "error",
  title: "Entries have unusable addresses",
  rule: "A `loc` that is not an absolute http(s) URL, is longer than 2,048 characters, or has a fragment.",
  why: "Crawlers skip such entries, so they may never find the pages.",
  fix: "Give each page's full address, without `#…`.",
  entry: {
    test: ({ loc, url }) => (url === null ? loc : null),
    detail: "entries are not absolute URLs, are longer than 2,048 characters, or have a fragment",
  },
});
