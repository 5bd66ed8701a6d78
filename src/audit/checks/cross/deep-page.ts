import { crossCheck } from "../define";

const LIMITS = { maxClicks: 3 };

export const deepPage = crossCheck({
  id: "deep_page",
  severity: "notice",
  weight: 1,
  category: "Links",
  title: "The page is deep in the site",
  rule: "More than three clicks from the start.",
  thresholds: LIMITS,
  why: "Crawlers rarely visit deep pages.",
  fix: "Link to it from a page closer to the start.",
  needsWholeSite: false,
  test: ({ node }) =>
    node.outcome === "ok" && node.depth > LIMITS.maxClicks
      ? { found: `${node.depth} clicks`, expected: "at most 3 clicks" }
      : null,
});
