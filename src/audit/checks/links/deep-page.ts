import { crossCheck } from "../shared/define";

const LIMITS = { maxClicks: 3 };

export const deepPage = crossCheck({
  id: "deep_page",
  severity: "notice",
  category: "Links",
  title: "The page is deep in the site",
  rule: "More than three clicks from the start.",
  thresholds: LIMITS,
  why: "Crawlers rarely visit deep pages.",
  fix: "Link to it from a page closer to the start.",
  test: ({ node }) =>
    node.outcome === "ok" && node.depth > LIMITS.maxClicks
      ? { found: `${node.depth} clicks`, expected: "at most 3 clicks" }
      : null,
});
