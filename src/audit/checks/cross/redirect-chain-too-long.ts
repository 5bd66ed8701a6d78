import { crossCheck } from "../define";

export const redirectChainTooLong = crossCheck({
  id: "redirect_chain_too_long",
  severity: "error",
  weight: 15,
  category: "HTTP status and redirects",
  title: "The redirect chain is too long",
  rule: "Five redirects or more.",
  why: "Crawlers give up before they reach the page.",
  fix: "Redirect straight to the last target.",
  needsWholeSite: false,
  test: ({ node }, graph) => {
    const { hops, loop } = graph.chainOf(node);
    return !loop && hops >= 5 ? { found: `${hops} hops`, expected: "one hop" } : null;
  },
});
