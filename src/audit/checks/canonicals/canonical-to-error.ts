import { isBroken } from "../../model/site/site-graph";
import { crossCheck } from "../shared/define";

export const canonicalToError = crossCheck({
  id: "canonical_to_error",
  severity: "error",
  category: "Canonical",
  title: "The canonical URL is an error",
  rule: "The target answers 4xx or 5xx.",
  why: "The page asks to be replaced by one that does not exist.",
  fix: "Point the canonical at a page with status 200.",
  test: ({ node }, graph) => {
    const target = node.canonicalHash === null ? undefined : graph.get(node.canonicalHash);
    return target && isBroken(target)
      ? { found: `${target.path ?? "the target"} answers HTTP ${target.status}`, expected: "a page with HTTP 200" }
      : null;
  },
});
