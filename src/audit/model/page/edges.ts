import type { ResolvedLink } from "./links";

/** One internal link of a page: the target's hash53 and whether every link to it is nofollow. */
export interface Edge {
  target: number;
  nofollow: boolean;
}

/** The distinct internal targets (pages and files) of a page's links. */
export function edgesOf(links: readonly ResolvedLink[], ownUrl: string): Edge[] {
  const followed = new Map<number, boolean>();
  for (const link of links) {
    if ((link.kind !== "internal" && link.kind !== "asset") || link.url === ownUrl) continue;
    followed.set(link.hash, (followed.get(link.hash) ?? false) || !link.nofollow);
  }
  return Array.from(followed, ([target, follow]) => ({ target, nofollow: !follow }));
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
