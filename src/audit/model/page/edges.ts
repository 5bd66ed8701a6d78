import { HashTable } from "../../../lib/hash-table";
import type { AuditedPage } from "./page";
import { forEachTarget } from "./targets";

/** One internal link of a page: the target's hash53 and whether every link to it is nofollow. */
export interface Edge {
  target: number;
  nofollow: boolean;
}

/** Packed, this many take 1.6 MB; a row may take 2 MB. */
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

/** Packs edges into base64: 8 bytes each, negative for nofollow. About 11 characters per link. */
export function packEdges(edges: readonly Edge[]): string | null {
  if (edges.length === 0) return null;
  const values = Float64Array.from(edges, (edge) => (edge.nofollow ? -edge.target : edge.target));
  return Buffer.from(values.buffer).toString("base64");
}

export function unpackEdges(packed: string | null): Edge[] {
  if (packed === null) return [];
  const bytes = Buffer.from(packed, "base64");
  const values = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return Array.from(values, (value) => ({ target: Math.abs(value), nofollow: value < 0 }));
}
