import { crossCheck } from "../define";

const LIMITS = { minHops: 2, maxHops: 4 };

export const redirectChain = crossCheck({
  id: "redirect_chain",
  severity: "warning",
  weight: 5,
  category: "HTTP status and redirects",
  title: "Redirects follow one another",
  rule: "A chain of two to four redirects.",
  thresholds: LIMITS,
  why: "Every hop costs time, and crawlers stop after a few.",
  fix: "Redirect straight to the last target.",
  needsWholeSite: false,
  test: ({ node }, graph) => {
    const { hops, loop } = graph.chainOf(node);
    return !loop && hops >= LIMITS.minHops && hops <= LIMITS.maxHops
      ? { found: `${hops} hops`, expected: "one hop" }
      : null;
  },
});
