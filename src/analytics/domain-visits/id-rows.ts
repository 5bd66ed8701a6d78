import {
  hasId,
  IdSet,
  mergeIds,
  packIds,
  sortedIds,
  startOf,
  unpackIds,
  type PackedIds,
} from "../core/packed/packed-ids";
import type { LogHead } from "./log-rows";

/**
 * Ids are in two kinds of rows of `visit_id`. Each merge writes its ids as one row, in a ring of `RANGES`. And it moves
 * those of one range of ids, of `RANGES`, from all rows of the ring to the rows of that range. So when a row of the ring
 * is written over, all of its ids have been moved. The ids of the ring are in memory; others take one read each.
 */
const RANGES = 32;
const RANGE_SHIFT = 59n;
/** Ids per row of a range, about. Ids are evenly spread, so each range is halved until its chunks are small enough. */
const CHUNK_IDS = 6_000;
/** The highest number of chunks in a range, and the step between the numbers of their first rows. */
const RANGE_STEP = 65_536;
const ringRow = (merge: number) => -1 - (merge % RANGES);
/** A row is cleaned of ids that expired so many days ago even if no merge comes. */
const CLEAN_DAYS = 7;
const CLEANED_AT_ONCE = 200;

const rangeOf = (key: bigint) => Number(key >> RANGE_SHIFT);
const rangeStart = (range: number) => BigInt(range) << RANGE_SHIFT;

function chunkOf(key: bigint, halvings: readonly number[]): number {
  const range = rangeOf(key);
  const index = (key - rangeStart(range)) >> (RANGE_SHIFT - BigInt(halvings[range] ?? 0));
  return range * RANGE_STEP + Number(index);
}

/** Ids in memory: those of the ring. */
export function readRing(sql: SqlStorage): IdSet {
  const set = new IdSet();
  for (const { ids } of sql.exec<{ ids: ArrayBuffer }>("SELECT ids FROM visit_id WHERE chunk < 0"))
    set.addAll(unpackIds(ids));
  return set;
}

/** The keys of which no range has the id. */
export function unknownIds(sql: SqlStorage, keys: readonly bigint[], { halvings }: LogHead): bigint[] {
  if (halvings.length === 0) return [...keys];
  const found: bigint[] = [];
  for (const [chunk, own] of Map.groupBy(keys, (key) => chunkOf(key, halvings))) {
    const ids = readIds(sql, chunk);
    for (const key of own) if (!ids || !hasId(ids, key)) found.push(key);
  }
  return found;
}

function readIds(sql: SqlStorage, chunk: number): PackedIds | null {
  const [row] = sql.exec<{ ids: ArrayBuffer }>("SELECT ids FROM visit_id WHERE chunk = ?", chunk).toArray();
  return row ? unpackIds(row.ids) : null;
}

/** Writes the ids of a merge, and moves one range. Returns the halvings of all ranges. */
export function mergeIdRows(sql: SqlStorage, ids: ReadonlyMap<bigint, number>, head: LogHead, today: number): number[] {
  writeIds(sql, ringRow(head.merges), sortedIds(ids));
  const range = head.merges % RANGES;
  const halvings = Array.from({ length: RANGES }, (_, i) => head.halvings[i] ?? 0);
  let moved: PackedIds = { keys: new BigUint64Array(), days: new Uint16Array() };
  const ring = new Map<bigint, number>();
  for (const { ids: bytes } of sql.exec<{ ids: ArrayBuffer }>("SELECT ids FROM visit_id WHERE chunk < 0")) {
    const { keys, days } = unpackIds(bytes);
    for (let i = startOf(keys, rangeStart(range)); i < keys.length && rangeOf(keys[i]!) === range; i++)
      ring.set(keys[i]!, days[i]!);
  }
  if (ring.size === 0) return halvings;
  for (const chunk of rangeRows(sql, range)) moved = joined(moved, readIds(sql, chunk)!);
  writeRange(sql, range, mergeIds(moved, sortedIds(ring), today), halvings);
  return halvings;
}

const rangeRows = (sql: SqlStorage, range: number): number[] =>
  sql
    .exec<{ chunk: number }>(
      "SELECT chunk FROM visit_id WHERE chunk >= ? AND chunk < ? ORDER BY chunk",
      range * RANGE_STEP,
      (range + 1) * RANGE_STEP,
    )
    .toArray()
    .map(({ chunk }) => chunk);

/** Two lists, of which the second continues the first. */
function joined(a: PackedIds, b: PackedIds): PackedIds {
  const keys = new BigUint64Array(a.keys.length + b.keys.length);
  const days = new Uint16Array(keys.length);
  keys.set(a.keys);
  keys.set(b.keys, a.keys.length);
  days.set(a.days);
  days.set(b.days, a.days.length);
  return { keys, days };
}

/** Writes all ids of a range in as many chunks as they need, and never in fewer than before. */
function writeRange(sql: SqlStorage, range: number, { keys, days }: PackedIds, halvings: number[]): void {
  while (keys.length > CHUNK_IDS << halvings[range]!) halvings[range]!++;
  const width = RANGE_SHIFT - BigInt(halvings[range]!);
  for (let index = 0, from = 0; index < 1 << halvings[range]!; index++) {
    const to = startOf(keys, rangeStart(range) + (BigInt(index + 1) << width));
    const last = index === (1 << halvings[range]!) - 1 ? keys.length : to;
    writeIds(sql, range * RANGE_STEP + index, { keys: keys.slice(from, last), days: days.slice(from, last) });
    from = last;
  }
}

function writeIds(sql: SqlStorage, chunk: number, ids: PackedIds): void {
  sql.exec(
    `INSERT INTO visit_id (chunk, expires_day, ids) VALUES (?, ?, ?)
     ON CONFLICT (chunk) DO UPDATE SET expires_day = excluded.expires_day, ids = excluded.ids`,
    chunk,
    ids.days.reduce((least, day) => Math.min(least, day), 65_535),
    packIds(ids),
  );
}

/** Forgets ids that expired a while ago, in some rows. */
export function pruneIds(sql: SqlStorage, today: number): void {
  const rows = sql
    .exec<{ chunk: number }>(
      "SELECT chunk FROM visit_id WHERE expires_day < ? LIMIT ?",
      today - CLEAN_DAYS,
      CLEANED_AT_ONCE,
    )
    .toArray();
  const none: PackedIds = { keys: new BigUint64Array(), days: new Uint16Array() };
  for (const { chunk } of rows) {
    const left = mergeIds(readIds(sql, chunk)!, none, today);
    if (left.keys.length > 0) writeIds(sql, chunk, left);
    else sql.exec("DELETE FROM visit_id WHERE chunk = ?", chunk);
  }
}
