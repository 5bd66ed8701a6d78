import type { GraphPage, Node, SiteGraph } from "../../model/site/site-graph";

/** The alternates of a page that the crawl knows, itself left out. Those on other hosts were not asked for. */
export function alternatesOf({ node, relations }: GraphPage, graph: SiteGraph): Node[] {
  return relations.alternates.flatMap((hash) => {
    const target = hash === node.urlHash ? undefined : graph.get(hash);
    return target ? [target] : [];
  });
}

/** A URL as a sample: healthy pages are kept without their path. */
export function nameOf(node: Node): string {
  return `${node.path ?? "a page"} (${node.status || node.outcome})`;
}
