import { crossCheck } from "../shared/define";

const LIMITS = { percent: 20, minInlinks: 5 };

export const noindexHighInlinks = crossCheck({
  id: "noindex_high_inlinks",
  severity: "warning",
  category: "Indexability",
  title: "Many pages link to a noindex page",
  rule: "noindex, and linked from at least 20 % of the crawled pages (at least 5).",
  thresholds: LIMITS,
  why: "A page that matters this much to the site is kept out of search, often by mistake.",
  fix: "Remove noindex if the page should be found.",
  needsWholeSite: true,
  test: ({ node }, graph) => {
    const inlinks = node.reason === "noindex" ? graph.inlinksOf(node) : 0;
    const many = Math.max(LIMITS.minInlinks, (graph.fetchedPages * LIMITS.percent) / 100);
    return inlinks >= many
      ? {
          found: `${inlinks} of ${graph.fetchedPages} pages link to it`,
          expected: "no noindex on a page with this many links",
          count: inlinks,
        }
      : null;
  },
});
