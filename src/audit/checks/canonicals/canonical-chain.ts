import { crossCheck } from "../shared/define";

export const canonicalChain = crossCheck({
  id: "canonical_chain",
  severity: "warning",
  category: "Canonical",
  title: "The canonical names another canonical",
  rule: "The target's own canonical is another URL.",
  why: "Search engines may follow none of them.",
  fix: "Name the final target.",
  test: ({ node }, graph) => {
    const target = node.canonicalHash === null ? undefined : graph.get(node.canonicalHash);
    return target?.outcome === "ok" && target.canonicalHash !== null
      ? { found: `${target.path} names another URL as its canonical`, expected: "a target that is its own canonical" }
      : null;
  },
});
