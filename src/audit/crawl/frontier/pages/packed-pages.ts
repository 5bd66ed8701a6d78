import { hash53 } from "../../../../lib/crypto/hash";
import { valueSize, type PageRow } from "../../../model/page/page-row";

/** A page of a run as the domain's object keeps it. */
export interface KeptPage extends PageRow {
  /** JSON of the issues that the analysis found by comparing pages. */
  crossIssues: string;
  /** JSON of who links to a broken or redirecting page; null: no page, or not known yet. */
  linkedFrom: string | null;
  /** When a run that this one continues had fetched the page, epoch ms; null: this run fetched it. */
  carriedAt: number | null;
}

/** A page that its run has just fetched. */
export const asKept = (row: PageRow): KeptPage => ({ ...row, crossIssues: "[]", linkedFrom: null, carriedAt: null });

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

/** The fields of a line, in order. No text has a tab or line break: they are JSON or words. */
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
};
const NAMES = Object.keys(FIELDS) as Array<keyof typeof FIELDS>;

/** What queries search and sort a page by. */
export interface SearchFacts {
  seq: number;
  listed: boolean;
  indexable: boolean;
  carried: boolean;
  /** robots.txt kept the run from fetching it. */
  blocked: boolean;
  statusCode: number;
  loadTimeMs: number;
  depth: number;
  healthScore: number;
  previewScore: number;
  issueCount: number;
  /** hash53 of its path. */
  pathHash: number;
  /** About what it takes in memory, bytes. */
  size: number;
}

/** Numbers of the same width may have fractions: nothing here decides what a score or a duration can be. */
const NUMBERS = [
  "seq",
  "statusCode",
  "loadTimeMs",
  "depth",
  "healthScore",
  "previewScore",
  "issueCount",
  "pathHash",
  "size",
] as const;
const FLAGS = ["listed", "indexable", "carried", "blocked"] as const;
/** Bytes of one page's facts: its numbers, then its flags as one more. */
export const FACT_BYTES = (NUMBERS.length + 1) * 8;

function factsOf(page: KeptPage, size: number): Float64Array {
  const facts: SearchFacts = {
    seq: page.seq,
    listed: page.listed === 1,
    indexable: page.indexable === 1,
    carried: page.carriedAt !== null,
    blocked: page.outcome === "blocked",
    statusCode: page.statusCode,
    loadTimeMs: page.loadTimeMs,
    depth: page.depth,
    healthScore: page.healthScore,
    previewScore: page.previewScore,
    issueCount: page.issueCount,
    pathHash: hash53(page.path),
    size,
  };
  const flags = FLAGS.reduce((sum, name, bit) => sum + (facts[name] ? 1 << bit : 0), 0);
  return Float64Array.from([...NUMBERS.map((name) => facts[name]), flags]);
}

/** The facts of the page at this place of an array of facts. */
export function readFacts(facts: Float64Array, at: number): SearchFacts {
  const from = at * (NUMBERS.length + 1);
  const flags = facts[from + NUMBERS.length]!;
  return {
    seq: facts[from]!,
    statusCode: facts[from + 1]!,
    loadTimeMs: facts[from + 2]!,
    depth: facts[from + 3]!,
    healthScore: facts[from + 4]!,
    previewScore: facts[from + 5]!,
    issueCount: facts[from + 6]!,
    pathHash: facts[from + 7]!,
    size: facts[from + 8]!,
    listed: (flags & 1) !== 0,
    indexable: (flags & 2) !== 0,
    carried: (flags & 4) !== 0,
    blocked: (flags & 8) !== 0,
  };
}

const encodeNumber = (value: number | null) => (value === null ? "" : String(value));
const bytesOf = (value: ArrayBuffer | null) => (value === null ? new Uint8Array() : new Uint8Array(value));

export function packPage(page: KeptPage): PackedPages {
  const line = NAMES.map((name) => {
    const value = page[name];
    return typeof value === "string" ? value : encodeNumber(value);
  }).join("\t");
  const lengths = Uint32Array.of(valueSize(page.links), valueSize(page.files));
  const edges = joinBytes([bytesOf(lengths.buffer), bytesOf(page.links), bytesOf(page.files)]);
  const facts = factsOf(page, line.length + page.path.length + edges.length);
  return {
    facts: new Uint8Array(facts.buffer),
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
      const value = values[i]!;
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
