import { crossCheck } from "../shared/define";

export const blockedInSitemap = crossCheck({
  id: "blocked_in_sitemap",
  severity: "error",
  category: "Indexability",
  title: "A sitemap lists a page that robots.txt blocks",
  rule: "A disallowed URL that a sitemap lists.",
  why: "The sitemap asks search engines to index a page that they may not read.",
  fix: "Remove the URL from the sitemap, or remove the rule.",
  test: ({ node }) =>
    node.inSitemap && node.reason === "blocked"
      ? { found: "disallowed, but in a sitemap", expected: "one or the other" }
      : null,
});
