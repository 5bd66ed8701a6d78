import { crossCheck } from "../define";

export const canonicalToRedirect = crossCheck({
  id: "canonical_to_redirect",
  severity: "warning",
  weight: 5,
  category: "Canonical",
  title: "The canonical URL redirects",
  rule: "The target answers 3xx, or redirects with a meta refresh.",
  why: "Search engines get two different answers.",
  fix: "Point the canonical at the redirect's target.",
  needsWholeSite: false,
  test: ({ node }, graph) => {
    const target = node.canonicalHash === null ? undefined : graph.get(node.canonicalHash);
    return target?.outcome === "redirect"
      ? { found: `${target.path ?? "the target"} redirects (HTTP ${target.status})`, expected: "a page with HTTP 200" }
      : null;
  },
});
