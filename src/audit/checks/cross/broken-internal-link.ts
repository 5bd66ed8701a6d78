import { isBroken, type Node } from "../../model/site/site-graph";
import { crossCheck } from "../define";

export const brokenInternalLink = crossCheck({
  id: "broken_internal_link",
  severity: "error",
  weight: 15,
  category: "Links",
  title: "The page links to a broken page",
  rule: "A link to an internal URL that answers 4xx or 5xx, or not at all.",
  why: "Visitors and crawlers reach a dead end.",
  fix: "Correct or remove the links.",
  needsWholeSite: false,
  test: ({ edges }, graph) => {
    const hits = edges
      .map((edge) => graph.get(edge.target))
      .filter((target) => target !== undefined && isBroken(target)) as Node[];
    const samples = hits.slice(0, 10).map((target) => `${target.path ?? "?"} (${target.status || target.outcome})`);
    return hits.length > 0
      ? { found: `${hits.length} such links`, expected: "links that work", count: hits.length, samples }
      : null;
  },
});
