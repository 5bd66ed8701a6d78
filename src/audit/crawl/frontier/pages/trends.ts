import type { Rows } from "../../../model/page/page-row";
import {
  inBlocks,
  oldestOf,
  pathsOf,
  pointsAt,
  withoutOld,
  withScores,
  type PathScore,
  type TrendBlock,
} from "./trend-block";

/** Larger blocks are split. A block is read for each of its paths that is asked for, and written for each score. */
const BLOCK_BYTES = 256 * 1024;

/** Earlier scores of a path. */
export interface TrendRow {
  path_hash: number;
  /** JSON array of [runId, healthScore, statusCode, issueCount], newest last. */
  points: string;
}

/**
 * Earlier scores of the domain's paths: blocks of paths by their hashes. A block has those from `first` to the next block's.
 * `oldest`: when its path that was not seen for longest was last seen.
 */
export function createTrends(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS trend(
    first INTEGER PRIMARY KEY, oldest INTEGER NOT NULL, runs TEXT NOT NULL, body BLOB NOT NULL)`);
}

function firsts(sql: SqlStorage): number[] {
  return Array.from(sql.exec<{ first: number }>("SELECT first FROM trend ORDER BY first"), ({ first }) => first);
}

function blockAt(sql: SqlStorage, first: number): TrendBlock {
  const query = "SELECT runs, body FROM trend WHERE first = ?1";
  const { runs, body } = sql.exec<{ runs: string; body: ArrayBuffer }>(query, first).one();
  return { runs: JSON.parse(runs) as TrendBlock["runs"], body: new Float64Array(body) };
}

function storeBlock(sql: SqlStorage, first: number, block: TrendBlock): void {
  sql.exec(
    `INSERT INTO trend (first, oldest, runs, body) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (first) DO UPDATE SET oldest = excluded.oldest, runs = excluded.runs, body = excluded.body`,
    first,
    oldestOf(block),
    JSON.stringify(block.runs),
    block.body.buffer,
  );
}

/** Values by the block that their hash belongs to, in order; those before the first block belong to it as well. */
function byBlock<T>(blocks: readonly number[], values: readonly T[], hashOf: (value: T) => number): Map<number, T[]> {
  const grouped = new Map<number, T[]>();
  let at = 0;
  for (const value of values.toSorted((a, b) => hashOf(a) - hashOf(b))) {
    while (at + 1 < blocks.length && blocks[at + 1]! <= hashOf(value)) at++;
    const first = blocks[at] ?? 0;
    const group = grouped.get(first);
    if (group) group.push(value);
    else grouped.set(first, [value]);
  }
  return grouped;
}

/** Adds a run's scores to the trends of their paths, once per run. Scores with close hashes change few blocks. */
export function storeTrends(sql: SqlStorage, runId: string, scores: readonly PathScore[], now: number): void {
  const blocks = firsts(sql);
  for (const [first, group] of byBlock(blocks, scores, ({ urlHash }) => urlHash)) {
    const before = blocks.length > 0 ? blockAt(sql, first) : { runs: [], body: new Float64Array(0) };
    const [lowest, ...others] = inBlocks(withScores(before, runId, group, now), BLOCK_BYTES);
    // The first block gets paths before it.
    const start = Math.min(first, lowest!.body[0]!);
    if (start < first) sql.exec("DELETE FROM trend WHERE first = ?1", first);
    storeBlock(sql, start, lowest!);
    for (const block of others) storeBlock(sql, block.body[0]!, block);
  }
}

/** Earlier scores by path (hash53), of those that have any, as JSON. */
export function pointsOf(sql: SqlStorage, hashes: readonly number[]): Map<number, string> {
  const found = new Map<number, string>();
  const blocks = firsts(sql);
  if (blocks.length === 0) return found;
  for (const [first, group] of byBlock(blocks, hashes, (hash) => hash)) {
    const wanted = new Set(group);
    const block = blockAt(sql, first);
    for (const place of pathsOf(block))
      if (wanted.has(place.hash)) found.set(place.hash, JSON.stringify(pointsAt(block, place)));
  }
  return found;
}

/** Returns those URLs (hash53) that a finished run of the domain has seen. */
export function knownPaths(sql: SqlStorage, urlHashes: readonly number[]): number[] {
  const blocks = firsts(sql);
  if (blocks.length === 0) return [];
  return [...byBlock(blocks, urlHashes, (hash) => hash)].flatMap(([first, group]) => {
    const known = new Set(Array.from(pathsOf(blockAt(sql, first)), ({ hash }) => hash));
    return group.filter((hash) => known.has(hash));
  });
}

/** Forgets paths that no finished run has seen since `before`. */
export function pruneTrends(sql: SqlStorage, before: number): void {
  const query = "SELECT first FROM trend WHERE oldest < ?1";
  for (const { first } of sql.exec<{ first: number }>(query, before).toArray()) {
    const block = withoutOld(blockAt(sql, first), before);
    if (block.body.length > 0) storeBlock(sql, first, block);
    else sql.exec("DELETE FROM trend WHERE first = ?1", first);
  }
}

/** The trends of paths after `afterHash`, in order. */
export function trendRows(sql: SqlStorage, afterHash: number, limit: number): Rows<TrendRow> {
  const rows: TrendRow[] = [];
  const blocks = firsts(sql);
  const from = Math.max(
    0,
    blocks.findLastIndex((first) => first <= afterHash),
  );
  for (const first of blocks.slice(from)) {
    const block = blockAt(sql, first);
    for (const place of pathsOf(block)) {
      if (place.hash <= afterHash) continue;
      rows.push({ path_hash: place.hash, points: JSON.stringify(pointsAt(block, place)) });
      if (rows.length >= limit) return { rows, more: true };
    }
  }
  return { rows, more: false };
}
