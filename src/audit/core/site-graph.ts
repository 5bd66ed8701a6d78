import type { NonIndexableReason, Outcome } from "./audited-page";
import type { Edge } from "./edges";

/** What is kept in memory of every URL of a run while it is analysed: numbers only, about 100 bytes a URL. */
export interface Node {
  seq: number;
  urlHash: number;
  listed: boolean;
  outcome: Outcome;
  status: number;
  depth: number;
  indexable: boolean;
  reason: NonIndexableReason | null;
  redirectHash: number | null;
  canonicalHash: number | null;
  inSitemap: boolean;
  /** Path, for URLs that are no healthy page; they appear as samples of other pages' issues. */
  path: string | null;
}

/** A listed page with its links, as the cross-page checks see it. */
export interface GraphPage {
  node: Node;
  path: string;
  titleHash: number | null;
  descriptionHash: number | null;
  textHash: number | null;
  edges: Edge[];
}

export interface RedirectChain {
  /** Number of hops; the last node is where the chain ends, or null outside the crawl. */
  hops: number;
  end: Node | null;
  loop: boolean;
}

const MAX_CHAIN = 20;

/** Every URL of a run by the hash of its address, with counts gathered over all pages. */
export class SiteGraph {
  private readonly nodes = new Map<number, Node>();
  private readonly inlinks = new Map<number, number>();
  /** How many indexable pages share a title, a description, a main text. */
  readonly titles = new Map<number, number>();
  readonly descriptions = new Map<number, number>();
  readonly texts = new Map<number, number>();

  /** `wholeSite`: the crawl was not cut by a limit, sampling or the selected mode. */
  constructor(readonly wholeSite: boolean) {}

  add(node: Node): void {
    this.nodes.set(node.urlHash, node);
  }

  get size(): number {
    return this.nodes.size;
  }

  get(urlHash: number): Node | undefined {
    return this.nodes.get(urlHash);
  }

  all(): Iterable<Node> {
    return this.nodes.values();
  }

  /** Counts one page's links; call once for each page. */
  countInlinks(edges: readonly Edge[]): void {
    for (const { target } of edges) this.inlinks.set(target, (this.inlinks.get(target) ?? 0) + 1);
  }

  inlinksOf(node: Node): number {
    return this.inlinks.get(node.urlHash) ?? 0;
  }

  /** Follows redirects as far as the crawl knows them. */
  chainOf(start: Node): RedirectChain {
    const seen = new Set<number>([start.urlHash]);
    let at: Node | null = start;
    let hops = 0;
    while (at !== null && at.redirectHash !== null && hops < MAX_CHAIN) {
      hops++;
      if (seen.has(at.redirectHash)) return { hops, end: at, loop: true };
      seen.add(at.redirectHash);
      at = this.nodes.get(at.redirectHash) ?? null;
    }
    return { hops, end: at, loop: false };
  }
}

/** True when nothing can be got from the URL: an error status or no answer. */
export function isBroken(node: Node): boolean {
  if (node.outcome === "timeout" || node.outcome === "unreachable") return true;
  // 401, 403 and 429 mean that crawlers are refused, not that the page is gone.
  return node.outcome === "error" && ![401, 403, 429].includes(node.status);
}
