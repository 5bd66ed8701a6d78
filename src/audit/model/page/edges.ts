import { HashTable } from "../../../lib/numbers/hash-table";
import type { AuditedPage } from "./page";
import { forEachTarget } from "./targets";

/** One internal link of a page: the target's hash53 and whether every link to it is nofollow. */
export interface Edge {
  target: number;
  nofollow: boolean;
}

/** Packed, this many take 1.2 MB; a row may take 2 MB. */
const MAX_EDGES = 150_000;

/** The places of one page's targets among its edges. Kept between pages, because it is large. */
const places = new HashTable();

/** The distinct internal targets (pages and files) of a page. */
export function edgesOf(page: AuditedPage): Edge[] {
  const edges: Edge[] = [];
  places.clear();
  forEachTarget(page, ({ kind, url, hash }, nofollow) => {
    if ((kind !== "internal" && kind !== "asset") || url === page.url) return;
    const place = places.get(hash);
    if (place >= 0) edges[place]!.nofollow &&= nofollow;
    else if (edges.length < MAX_EDGES) places.set(hash, edges.push({ target: hash, nofollow }) - 1);
  });
  return edges;
}

/** Edges as they are stored: 8 bytes each, negative for nofollow. */
export function packEdges(edges: readonly Edge[]): ArrayBuffer | null {
  if (edges.length === 0) return null;
  const values = new Float64Array(edges.length);
  edges.forEach(({ target, nofollow }, i) => (values[i] = nofollow ? -target : target));
  return values.buffer;
}

export function unpackEdges(packed: ArrayBuffer | null): Edge[] {
  if (packed === null) return [];
  const edges: Edge[] = [];
  for (const value of new Float64Array(packed)) edges.push({ target: Math.abs(value), nofollow: value < 0 });
  return edges;
}
