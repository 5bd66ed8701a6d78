import { isBroken } from "../../model/site/site-graph";
import { crossCheck } from "../shared/define";

export const redirectToError = crossCheck({
  id: "redirect_to_error",
  severity: "error",
  category: "HTTP status and redirects",
  title: "The redirect ends at an error",
  rule: "The chain ends in a 4xx or 5xx, or at a URL that does not answer. 401, 403 and 429 do not count.",
  why: "Visitors and crawlers reach a dead end.",
  fix: "Redirect to a page that exists.",
  test: ({ node }, graph) => {
    if (node.outcome !== "redirect") return null;
    const { end, loop } = graph.chainOf(node);
    return !loop && end !== null && isBroken(end)
      ? { found: `ends at ${end.path ?? "a page"} with HTTP ${end.status}`, expected: "a page with HTTP 200" }
      : null;
  },
});
