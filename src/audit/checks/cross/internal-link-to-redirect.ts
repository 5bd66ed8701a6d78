import type { Node } from "../../model/site/site-graph";
import { crossCheck } from "../define";

export const internalLinkToRedirect = crossCheck({
  id: "internal_link_to_redirect",
  severity: "notice",
  weight: 1,
  category: "Links",
  title: "The page links to a redirect",
  rule: "A linked internal URL answers 3xx, or redirects with a meta refresh.",
  why: "Each such link costs crawlers an extra request.",
  fix: "Link to the target itself.",
  needsWholeSite: false,
  test: ({ edges }, graph) => {
    const hits = edges
      .map((edge) => graph.get(edge.target))
      .filter((target) => target !== undefined && target.outcome === "redirect") as Node[];
    const samples = hits.slice(0, 10).map((target) => `${target.path ?? "?"} (${target.status || target.outcome})`);
    return hits.length > 0
      ? { found: `${hits.length} such links`, expected: "links to the redirect targets", count: hits.length, samples }
      : null;
  },
});
