import { crossCheck } from "../shared/define";

export const canonicalToRedirect = crossCheck({
  id: "canonical_to_redirect",
  severity: "warning",
  category: "Canonical",
  title: "The canonical URL redirects",
  rule: "The target answers 3xx, or redirects with a meta refresh.",
  why: "Search engines get contradictory signals.",
  fix: "Point the canonical at the redirect's target.",
  test: ({ node }, graph) => {
    const target = node.canonicalHash === null ? undefined : graph.get(node.canonicalHash);
    return target?.outcome === "redirect"
      ? { found: `${target.path ?? "the target"} redirects (HTTP ${target.status})`, expected: "a page with HTTP 200" }
      : null;
  },
});
