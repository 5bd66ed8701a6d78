import type { GraphPage, Node, SiteGraph } from "../../model/site/site-graph";

/** The pages of the crawl that a page links to. */
export function linkedPages(edges: GraphPage["edges"], graph: SiteGraph): Node[] {
  return edges.flatMap((edge) => graph.get(edge.target) ?? []);
}

/** How a sample names a linked page. The graph keeps no path for healthy pages. */
export function linkNote(target: Node): string {
  const isRefresh = target.outcome === "redirect" && target.status === 200;
  return `${target.path ?? "?"} (${isRefresh ? "meta refresh" : target.status || target.outcome})`;
}
