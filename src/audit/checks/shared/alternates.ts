import type { GraphPage, Node, SiteGraph } from "../../model/site/site-graph";

/** A page's alternates in the crawl, without the page itself. The crawl does not fetch alternates on other hosts. */
export function alternatesOf({ node, relations }: GraphPage, graph: SiteGraph): Node[] {
  return relations.alternates.flatMap((hash) => {
    const target = hash === node.urlHash ? undefined : graph.get(hash);
    return target ? [target] : [];
  });
}

/** How a sample names a URL. The graph keeps no path for healthy pages. */
export function nameOf(node: Node): string {
  return `${node.path ?? "a page"} (${node.status || node.outcome})`;
}
