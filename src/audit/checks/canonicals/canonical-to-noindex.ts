import { crossCheck } from "../shared/define";

export const canonicalToNoindex = crossCheck({
  id: "canonical_to_noindex",
  severity: "error",
  category: "Canonical",
  title: "The canonical can't be indexed",
  rule: "The canonical's target has noindex or is blocked by robots.txt.",
  why: "Neither this page nor its target appears in search.",
  fix: "Name a page that may be indexed.",
  test: ({ node }, graph) => {
    const target = node.canonicalHash === null ? undefined : graph.get(node.canonicalHash);
    return target?.reason === "noindex" || target?.reason === "blocked"
      ? {
          found: `${target.path} is ${target.reason === "noindex" ? "noindex" : "blocked by robots.txt"}`,
          expected: "an indexable page",
        }
      : null;
  },
});
