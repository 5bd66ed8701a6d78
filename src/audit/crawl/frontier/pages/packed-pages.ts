import { valueSize } from "../../../model/page/page-row";
import type { KeptPage } from "./kept-page";
import { packFacts } from "./page-facts";

/** Pages in the form in which they are stored. Packed pages are joined by joining each value. */
export interface PackedPages {
  /** FACT_BYTES per page: what queries search and sort by. */
  facts: Uint8Array;
  /** One path per line. */
  paths: string;
  /** One page per line: its other fields, with tabs between them. */
  lines: string;
  /** Per page the lengths of its packed links and files, in bytes, and then both. */
  edges: Uint8Array;
}

/** The fields of a line, in order: lines of earlier releases lack the last ones. No text has a tab or line break: they are JSON or words. */
const FIELDS: Record<Exclude<keyof KeptPage, "path" | "links" | "files">, "number" | "text"> = {
  seq: "number",
  urlHash: "number",
  listed: "number",
  inSitemap: "number",
  statusCode: "number",
  outcome: "text",
  loadTimeMs: "number",
  depth: "number",
  pattern: "number",
  bytes: "number",
  indexable: "number",
  nonIndexableReason: "text",
  redirectHash: "number",
  canonicalHash: "number",
  titleHash: "number",
  descriptionHash: "number",
  textHash: "number",
  relations: "text",
  issues: "text",
  crossIssues: "text",
  issueCount: "number",
  healthScore: "number",
  previewScore: "number",
  sharedPreviewScore: "number",
  rendered: "text",
  shareImage: "text",
  extracted: "text",
  linkedFrom: "text",
  carriedAt: "number",
  otherHost: "text",
  unscored: "text",
  renderingReason: "text",
};
const NAMES = Object.keys(FIELDS) as Array<keyof typeof FIELDS>;

const encodeNumber = (value: number | null) => (value === null ? "" : String(value));
const bytesOf = (value: ArrayBuffer | null) => (value === null ? new Uint8Array() : new Uint8Array(value));

export function packPage(page: KeptPage): PackedPages {
  const line = NAMES.map((name) => {
    const value = page[name];
    return typeof value === "string" ? value : encodeNumber(value);
  }).join("\t");
  const lengths = Uint32Array.of(valueSize(page.links), valueSize(page.files));
  const edges = joinBytes([bytesOf(lengths.buffer), bytesOf(page.links), bytesOf(page.files)]);
  const facts = packFacts(page, line.length + page.path.length + edges.length);
  return {
    facts,
    paths: `${page.path}\n`,
    lines: `${line}\n`,
    edges,
  };
}

/** About the size of packed pages, bytes. */
export function packedSize({ facts, paths, lines, edges }: PackedPages): number {
  return facts.length + paths.length + lines.length + edges.length;
}

export function joinPages(packed: readonly PackedPages[]): PackedPages {
  return {
    facts: joinBytes(packed.map(({ facts }) => facts)),
    paths: packed.map(({ paths }) => paths).join(""),
    lines: packed.map(({ lines }) => lines).join(""),
    edges: joinBytes(packed.map(({ edges }) => edges)),
  };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** The pages at these places. Without `edges`, they have neither links nor files. */
export function unpackPages(
  { paths, lines, edges }: Pick<PackedPages, "paths" | "lines"> & { edges: Uint8Array | null },
  places: Iterable<number>,
): KeptPage[] {
  const allPaths = paths.split("\n");
  const allLines = lines.split("\n");
  const allEdges = edges && splitEdges(edges);
  return Array.from(places, (at) => {
    const values = allLines[at]!.split("\t");
    const page: Record<string, unknown> = { path: allPaths[at]!, links: null, files: null, ...allEdges?.[at] };
    NAMES.forEach((name, i) => {
      const value = values[i] ?? "";
      page[name] = value === "" ? null : FIELDS[name] === "number" ? Number(value) : value;
    });
    return page as unknown as KeptPage;
  });
}

function splitEdges(edges: Uint8Array): Array<Pick<KeptPage, "links" | "files">> {
  const view = new DataView(edges.buffer, edges.byteOffset, edges.byteLength);
  const split: Array<Pick<KeptPage, "links" | "files">> = [];
  for (let at = 0; at < edges.length;) {
    const [links, files] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    at += 8;
    const take = (length: number) => (length === 0 ? null : edges.slice(at, (at += length)).buffer);
    split.push({ links: take(links), files: take(files) });
  }
  return split;
}

/** Joins pages into pieces of at most `bytes`, each of one page at least. */
export function packedPieces(pages: readonly PackedPages[], bytes: number): PackedPages[] {
  const pieces: PackedPages[][] = [[]];
  let size = 0;
  for (const page of pages) {
    const adds = packedSize(page);
    if (size > 0 && size + adds > bytes) {
      pieces.push([]);
      size = 0;
    }
    pieces.at(-1)!.push(page);
    size += adds;
  }
  return pieces.map(joinPages);
}
