import { crossCheck } from "../shared/define";
import { inNumber } from "../shared/listed";

export const redirectLoop = crossCheck({
  id: "redirect_loop",
  severity: "error",
  weight: 100,
  category: "HTTP status and redirects",
  title: "The redirect loops",
  rule: "A URL repeats in the redirect chain.",
  why: "Nobody ever reaches a page.",
  fix: "Remove one of the redirects.",
  test: ({ node }, graph) => {
    const { hops, loop } = graph.chainOf(node);
    return loop
      ? { found: `a loop after ${inNumber(hops, "hops")}`, expected: "a redirect that ends at a page" }
      : null;
  },
});
