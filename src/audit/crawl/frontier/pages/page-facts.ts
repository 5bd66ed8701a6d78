import { hash53 } from "../../../../lib/crypto/hash";
import type { KeptPage } from "./kept-page";

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

/** Packs the facts of a page. */
export function packFacts(page: KeptPage, size: number): Uint8Array {
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
  const packed = Float64Array.from([...NUMBERS.map((name) => facts[name]), flags]);
  return new Uint8Array(packed.buffer);
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
