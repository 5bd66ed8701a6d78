import { deflateRawSync, inflateRawSync } from "node:zlib";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { sha256Hex } from "../../lib/crypto/hash";
import type { RunRow } from "./runs";

// Most of an analysis is the same from run to run. Its large parts are stored deflated, once per domain, under their hash, and
// the run's row has null in their place. The largest says what each known crawler may read: 52 KB, or 4 KB deflated.

const ANALYSES = ["robotsAnalysis", "crawlStats", "sitemapIssues", "topIssues"] as const;
type Analyses = Partial<Pick<RunRow, (typeof ANALYSES)[number]>>;
/** A run's row, or the columns that an export reads. */
type Packed = Analyses & Pick<RunRow, "domainId" | "parts">;

/** Shorter parts stay in the row: a reference would take as much space. */
const MIN_CHARS = 300;

/** 128 bits tell a domain's parts apart. Runs and parts repeat the hash, so its length counts. */
const HASH_DIGITS = 32;

/** Takes the large parts out of a run's analyses. `bodies`: hash → deflated JSON. */
export async function packAnalyses(
  analyses: Analyses,
): Promise<{ row: Analyses & { parts: Record<string, string> }; bodies: Map<string, Buffer> }> {
  const parts: Record<string, string> = {};
  const bodies = new Map<string, Buffer>();
  const pack = async (path: string, value: unknown): Promise<unknown> => {
    const json = JSON.stringify(value) ?? "";
    if (json.length < MIN_CHARS) return value;
    const hash = (await sha256Hex(json)).slice(0, HASH_DIGITS);
    bodies.set(hash, deflateRawSync(json));
    parts[path] = hash;
    return null;
  };
  const row: Record<string, unknown> = {};
  for (const name of ANALYSES) {
    const value = analyses[name];
    if (Array.isArray(value) || !value) row[name] = await pack(name, value);
    else {
      const entries = Object.entries(value).map(async ([key, part]) => [key, await pack(`${name}.${key}`, part)]);
      row[name] = Object.fromEntries(await Promise.all(entries));
    }
  }
  return { row: { ...(row as Analyses), parts }, bodies };
}

/** The rows with their whole analyses. */
export async function wholeRuns<T extends Packed>(db: Db, rows: readonly T[]): Promise<T[]> {
  const wanted = rows.flatMap(({ domainId, parts }) => Object.values(parts ?? {}).map((hash) => [domainId, hash]));
  if (wanted.length === 0) return [...rows];
  // D1 returns the bytes of a blob as an array of numbers.
  const found = await db.all<{ domainId: string; hash: string; body: number[] }>(sql`
    SELECT domain_id AS domainId, hash, body FROM audit_part
    WHERE (domain_id, hash) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(wanted)}))`);
  // Runs with the same part share one value.
  const values = new Map(
    found.map(({ domainId, hash, body }): [string, unknown] => [
      `${domainId} ${hash}`,
      JSON.parse(inflateRawSync(new Uint8Array(body)).toString()),
    ]),
  );
  return rows.map((row) => filled(row, (hash) => values.get(`${row.domainId} ${hash}`) ?? null));
}

function filled<T extends Packed>(row: T, valueOf: (hash: string) => unknown): T {
  const whole: Record<string, unknown> = { ...row };
  for (const [path, hash] of Object.entries(row.parts ?? {})) {
    const [name, key] = path.split(".", 2) as [string, string?];
    // The key is present with null, so it keeps its place.
    whole[name] = key === undefined ? valueOf(hash) : { ...(whole[name] as object), [key]: valueOf(hash) };
  }
  return whole as T;
}

/** Deletes parts that no run of the domain refers to. */
export async function pruneParts(db: Db, domainId: string): Promise<void> {
  await db.run(sql`
    DELETE FROM audit_part WHERE domain_id = ${domainId} AND hash NOT IN (
      SELECT part.value FROM audit_run, json_each(audit_run.parts) AS part WHERE audit_run.domain_id = ${domainId})`);
}
