import { deflateRawSync, inflateRawSync } from "node:zlib";
import { sha256Hex } from "../../../lib/crypto/hash";

// Most of an analysis is the same from run to run. Its large parts are kept deflated, once per domain, under their hash, and
// the analyses of a run have null in their place. The largest says what each known crawler may read: 52 KB, or 4 KB deflated.

const ANALYSES = ["robotsAnalysis", "crawlStats", "sitemapIssues", "topIssues"] as const;

/** What an analysed run reports in addition to its figures. */
export interface Analyses {
  robotsAnalysis: Record<string, unknown> | null;
  crawlStats: Record<string, unknown> | null;
  sitemapIssues: unknown[] | null;
  topIssues: unknown[] | null;
}

/**
 * Names the analyses of a run. An attempt to end a run keeps its own under the time at which it ends the run, and D1
 * accepts one attempt.
 */
export interface AnalysesKey {
  runId: string;
  completedAt: number;
}

/** The analyses of a run as the domain's object keeps them. */
export interface PackedAnalyses extends AnalysesKey {
  /** JSON, deflated, with null in place of each large part. */
  body: ArrayBuffer;
  /** Path of a large part → its hash. */
  parts: Record<string, string>;
  /** Hash → JSON of the part, deflated. */
  bodies: Map<string, ArrayBuffer>;
}

/** Analyses of some runs, and the parts that they refer to. */
export interface FoundAnalyses {
  runs: Array<Omit<PackedAnalyses, "bodies">>;
  bodies: Map<string, ArrayBuffer>;
}

/** Shorter parts stay in place: a reference would take as much space. */
const MIN_CHARS = 300;

/** 128 bits tell a domain's parts apart. Runs and parts repeat the hash, so its length counts. */
const HASH_DIGITS = 32;

/** A copy, so that the buffer has nothing else. */
const deflated = (json: string): ArrayBuffer => new Uint8Array(deflateRawSync(json)).buffer;
/** The value of deflated JSON. */
export const inflated = (body: ArrayBuffer): unknown => JSON.parse(inflateRawSync(body).toString());

/** Analyses whose large parts are already apart. */
export function packedRun(
  key: AnalysesKey,
  analyses: Analyses,
  parts: Record<string, string>,
  bodies: Map<string, ArrayBuffer>,
): PackedAnalyses {
  const body = deflated(JSON.stringify(Object.fromEntries(ANALYSES.map((name) => [name, analyses[name]]))));
  return { runId: key.runId, completedAt: key.completedAt, body, parts, bodies };
}

/** Takes the large parts out of a run's analyses and deflates all of it. */
export async function packAnalyses(key: AnalysesKey, analyses: Analyses): Promise<PackedAnalyses> {
  const parts: Record<string, string> = {};
  const bodies = new Map<string, ArrayBuffer>();
  const pack = async (path: string, value: unknown): Promise<unknown> => {
    const json = JSON.stringify(value) ?? "";
    if (json.length < MIN_CHARS) return value;
    const hash = (await sha256Hex(json)).slice(0, HASH_DIGITS);
    bodies.set(hash, deflated(json));
    parts[path] = hash;
    return null;
  };
  const rest: Record<string, unknown> = {};
  for (const name of ANALYSES) {
    const value = analyses[name];
    if (Array.isArray(value) || !value) rest[name] = await pack(name, value);
    else {
      const entries = Object.entries(value).map(async ([key, part]) => [key, await pack(`${name}.${key}`, part)]);
      rest[name] = Object.fromEntries(await Promise.all(entries));
    }
  }
  return packedRun(key, rest as unknown as Analyses, parts, bodies);
}

/** Puts the large parts back in place. */
export function wholeAnalyses(
  analyses: Analyses,
  parts: Record<string, string>,
  valueOf: (hash: string) => unknown,
): Analyses {
  const whole: Record<string, unknown> = Object.fromEntries(ANALYSES.map((name) => [name, analyses[name]]));
  for (const [path, hash] of Object.entries(parts)) {
    const [name, key] = path.split(".", 2) as [string, string?];
    // The key is present with null, so it keeps its place.
    whole[name] = key === undefined ? valueOf(hash) : { ...(whole[name] as object), [key]: valueOf(hash) };
  }
  return whole as unknown as Analyses;
}

/** The analyses of each run that was found, by the run's id. Runs with the same part share one value. */
export function unpackAnalyses({ runs, bodies }: FoundAnalyses): Map<string, Analyses> {
  const values = new Map<string, unknown>();
  const valueOf = (hash: string): unknown => {
    const body = bodies.get(hash);
    if (body === undefined) throw new Error(`part ${hash} of an analysis is missing`);
    if (!values.has(hash)) values.set(hash, inflated(body));
    return values.get(hash);
  };
  return new Map(
    runs.map(({ runId, body, parts }) => [runId, wholeAnalyses(inflated(body) as Analyses, parts, valueOf)]),
  );
}
