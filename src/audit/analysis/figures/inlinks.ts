import type { Edge } from "../../model/page/edges";
import { isBroken, type SiteGraph } from "../../model/site/site-graph";
import type { LinkedFrom } from "../../model/run/findings";

/** Pages named per target, and characters of all names: hostile sites have long paths and many dead links. */
const NAMED = 10;
const MAX_CHARS = 4_000_000;

/** Who links to the pages of a run that are broken or redirect. */
export class Inlinks {
  private readonly bySeq = new Map<number, LinkedFrom>();
  private chars = 0;
  private broken = 0;

  constructor(private readonly graph: SiteGraph) {}

  /** Adds the links of one page. */
  add(path: string, edges: readonly Edge[]): void {
    for (const { target } of edges) {
      const node = this.graph.get(target);
      if (!node?.listed || (!isBroken(node) && node.outcome !== "redirect")) continue;
      let links = this.bySeq.get(node.seq);
      if (!links) {
        this.bySeq.set(node.seq, (links = { seq: node.seq, pages: 0, paths: [] }));
        if (node.outcome !== "redirect") this.broken++;
      }
      links.pages++;
      if (links.paths.length >= NAMED || this.chars + path.length > MAX_CHARS) continue;
      links.paths.push(path);
      this.chars += path.length;
    }
  }

  /** Broken pages that others link to. */
  get brokenPages(): number {
    return this.broken;
  }

  list(): LinkedFrom[] {
    return [...this.bySeq.values()];
  }
}
