import { crossCheck } from "../shared/define";

const LIMITS = { minHops: 5 };

export const redirectChainTooLong = crossCheck({
  id: "redirect_chain_too_long",
  severity: "error",
  category: "HTTP status and redirects",
  title: "The redirect chain is too long",
  rule: "Five redirects or more.",
  thresholds: LIMITS,
  why: "Crawlers give up before they reach the page.",
  fix: "Redirect straight to the final target.",
  test: ({ node }, graph) => {
    const { hops, loop } = graph.chainOf(node);
    return !loop && hops >= LIMITS.minHops ? { found: `${hops} hops`, expected: "one hop" } : null;
  },
});
