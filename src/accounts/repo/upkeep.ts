import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client";
import { HOUR_MS } from "../../lib/time/time";

/** A domain whose upkeep succeeded is due again after this time. */
const EVERY_MS = 6 * HOUR_MS;
/** A domain whose upkeep failed is due again after this time, in addition to the retries of its message. */
const AFTER_FAILURE_MS = HOUR_MS;

/** A tick that looks for due upkeep. The daily tick includes domains that are not due yet. */
export interface UpkeepTick {
  at: number;
  daily: boolean;
}

/**
 * Domains that this tick still has to handle. A quarter-hourly tick takes those that are due, and those with a time that
 * no tick up to now can have set (a clock that was ahead). The daily tick takes every domain that it has not settled.
 */
const open = ({ at, daily }: UpkeepTick) =>
  daily
    ? sql`deleted_at IS NULL AND upkeep_not_before NOT IN (${at + EVERY_MS}, ${at + AFTER_FAILURE_MS})`
    : sql`deleted_at IS NULL AND (upkeep_not_before <= ${at} OR upkeep_not_before > ${at + EVERY_MS})`;

/** Domains whose pages are served. */
const SERVED = sql`deleted_at IS NULL AND verified_at IS NOT NULL AND suspended_at IS NULL`;

interface ShardSize {
  shards: number;
  size: number;
}

interface IdRange {
  after: string;
  upTo: string;
}

/** The last ids of the next shards of open domains after `after`: at most `shards` shards of `size` domains each. */
export function upkeepShards(db: Db, tick: UpkeepTick, after: string, size: ShardSize): Promise<string[]> {
  return shardsOf(db, open(tick), after, size);
}

/** The same for domains whose pages are served. */
export function servedShards(db: Db, after: string, size: ShardSize): Promise<string[]> {
  return shardsOf(db, SERVED, after, size);
}

async function shardsOf(db: Db, condition: SQL, after: string, { shards, size }: ShardSize): Promise<string[]> {
  const rows = await db.values<[string]>(sql`
    SELECT max(id) FROM (
      SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${sql.raw(String(size))} AS shard
      FROM (SELECT id FROM domain WHERE id > ${after} AND ${condition} ORDER BY id LIMIT ${shards * size}))
    GROUP BY shard ORDER BY shard`);
  return rows.map(([id]) => id);
}

/** Open domains with ids after `after` up to `upTo`, ordered by id. */
export function openUpkeep(db: Db, tick: UpkeepTick, range: IdRange, limit: number): Promise<string[]> {
  return idsOf(db, open(tick), range, limit);
}

/** The same for domains whose pages are served. */
export function servedDomains(db: Db, range: IdRange, limit: number): Promise<string[]> {
  return idsOf(db, SERVED, range, limit);
}

async function idsOf(db: Db, condition: SQL, { after, upTo }: IdRange, limit: number): Promise<string[]> {
  const rows = await db.values<[string]>(sql`
    SELECT id FROM domain WHERE id > ${after} AND id <= ${upTo} AND ${condition} ORDER BY id LIMIT ${limit}`);
  return rows.map(([id]) => id);
}

/** Records that the tick handled these domains; failed ones are due earlier. */
export async function settleUpkeep(
  db: Db,
  at: number,
  { done, failed }: { done: readonly string[]; failed: readonly string[] },
): Promise<void> {
  if (done.length + failed.length === 0) return;
  await db.run(sql`
    UPDATE domain SET upkeep_not_before = CASE WHEN id IN (SELECT value FROM json_each(${JSON.stringify(failed)}))
      THEN ${at + AFTER_FAILURE_MS} ELSE ${at + EVERY_MS} END
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify([...done, ...failed])}))`);
}
