import { crossCheck } from "../shared/define";

const LIMITS = { percent: 80, minPages: 5 };

export const ogTagsIdenticalSitewide = crossCheck({
  id: "og_tags_identical_sitewide",
  severity: "warning",
  category: "Social preview",
  title: "All pages have the same preview",
  rule: "The same og:title and og:description on at least 80 % of the indexable pages (of at least 5).",
  thresholds: LIMITS,
  why: "Every shared link looks like the home page; single-page apps often inherit this from their index.html.",
  fix: "Write the tags for each page, and pre-render them.",
  test: ({ node, relations }, graph) => {
    if (!node.indexable || graph.indexablePages < LIMITS.minPages) return null;
    const pages = graph.previews.of(relations.og);
    return pages * 100 >= graph.indexablePages * LIMITS.percent
      ? {
          found: `the same on ${pages} of ${graph.indexablePages} pages`,
          expected: "different tags on each page",
          count: pages,
        }
      : null;
  },
});
