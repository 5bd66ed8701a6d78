import { crossCheck } from "../define";

export const deepPage = crossCheck({
  id: "deep_page",
  severity: "notice",
  weight: 1,
  category: "Links",
  title: "The page lies deep in the site",
  rule: "More than three clicks from the start.",
  why: "Crawlers visit deep pages seldom.",
  fix: "Link to it from a page nearer to the start.",
  needsWholeSite: false,
  test: ({ node }) =>
    node.outcome === "ok" && node.depth > 3 ? { found: `${node.depth} clicks`, expected: "at most 3 clicks" } : null,
});
