import { crossCheck } from "../shared/define";

const LIMITS = { minHops: 2, maxHops: 4 };

export const redirectChain = crossCheck({
  id: "redirect_chain",
  severity: "warning",
  category: "HTTP status and redirects",
  title: "The redirect leads to another redirect",
  rule: "A chain of two to four redirects.",
  thresholds: LIMITS,
  why: "Every hop takes time, and crawlers stop after a few.",
  fix: "Redirect straight to the final target.",
  test: ({ node }, graph) => {
    const { hops, loop } = graph.chainOf(node);
    return !loop && hops >= LIMITS.minHops && hops <= LIMITS.maxHops
      ? { found: `${hops} hops`, expected: "one hop" }
      : null;
  },
});
