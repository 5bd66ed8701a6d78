import { crossCheck } from "../shared/define";

export const noindexInSitemap = crossCheck({
  id: "noindex_in_sitemap",
  severity: "error",
  category: "Indexability",
  title: "A sitemap lists a page that asks not to be indexed",
  rule: "A noindex page that a sitemap lists.",
  why: "The sitemap asks for indexing and the page forbids it, so search engines trust the sitemap less.",
  fix: "Remove the URL from the sitemap, or remove noindex.",
  test: ({ node }) =>
    node.inSitemap && node.reason === "noindex"
      ? { found: "noindex, but in a sitemap", expected: "one or the other" }
      : null,
});
