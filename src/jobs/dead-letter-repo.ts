import { and, asc, eq, gt, lt, lte, sql } from "drizzle-orm";
import { type Db, runBatch } from "../db/client";
import { deadLetter } from "../db/schema";
import { fitting } from "../lib/platform/fitting";
import { actionLogged, type OperatorAction } from "../operations/operator-log-repo";

export type DeadLetter = typeof deadLetter.$inferSelect;

/** How many letters are kept; new ones replace the oldest. */
const MOST = 5_000;

/** Stores letters. A letter that arrives twice is stored once. */
export async function insertDeadLetters(db: Db, letters: readonly Omit<DeadLetter, "claimedUntil">[]): Promise<void> {
  await runBatch(db, [
    sql`INSERT OR IGNORE INTO dead_letter (id, queue, body, arrived_at)
      SELECT value ->> 'id', value ->> 'queue', value ->> 'body', value ->> 'arrivedAt' FROM json_each(${JSON.stringify(letters)})`,
    sql`DELETE FROM dead_letter WHERE rowid IN (SELECT rowid FROM dead_letter ORDER BY arrived_at DESC, rowid DESC LIMIT -1 OFFSET ${MOST})`,
  ]);
}

/** Letters read at once: a message has up to 128 KB. */
const PAGE_BYTES = 8 * 1024 * 1024;

/** A part of the letters, ordered by id, of one queue or of all: at most `limit` and 8 MiB, and whether there may be more. */
export async function listDeadLetters(db: Db, query: { queue?: string; cursor: string; limit: number }) {
  const ofQueue = query.queue === undefined ? undefined : eq(deadLetter.queue, query.queue);
  const sizes = await db
    .select({ id: deadLetter.id, bytes: sql<number>`octet_length(${deadLetter.body})` })
    .from(deadLetter)
    .where(and(gt(deadLetter.id, query.cursor), ofQueue))
    .orderBy(asc(deadLetter.id))
    .limit(query.limit)
    .all();
  const ids = fitting(sizes, PAGE_BYTES).map(({ id }) => id);
  const letters = await findDeadLetters(db, ids);
  return { letters, more: ids.length < sizes.length || sizes.length === query.limit };
}

/** Those letters, ordered by id. */
export function findDeadLetters(db: Db, ids: readonly string[]): Promise<DeadLetter[]> {
  return db
    .select()
    .from(deadLetter)
    .where(sql`${deadLetter.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .orderBy(asc(deadLetter.id))
    .all();
}

/** Ids of a queue's letters that nobody handles, the oldest first: at most `limit` and 8 MiB. */
export async function openLetters(db: Db, queue: string, now: number, limit: number): Promise<string[]> {
  const sizes = await db
    .select({ id: deadLetter.id, bytes: sql<number>`octet_length(${deadLetter.body})` })
    .from(deadLetter)
    .where(and(eq(deadLetter.queue, queue), lte(deadLetter.claimedUntil, now)))
    .orderBy(asc(deadLetter.arrivedAt), asc(deadLetter.id))
    .limit(limit)
    .all();
  return fitting(sizes, PAGE_BYTES).map(({ id }) => id);
}

/** Claims those letters that nobody else has claimed, and returns them. */
export function claimLetters(
  db: Db,
  ids: readonly string[],
  { now, until }: { now: number; until: number },
): Promise<DeadLetter[]> {
  return db
    .update(deadLetter)
    .set({ claimedUntil: until })
    .where(
      and(
        sql`${deadLetter.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        lte(deadLetter.claimedUntil, now),
      ),
    )
    .returning()
    .all();
}

/** Removes claimed letters that are done, logs that, and gives back the others. */
export async function settleLetters(
  db: Db,
  { done, left }: { done: readonly string[]; left: readonly string[] },
  log: readonly OperatorAction[],
): Promise<void> {
  const those = (ids: readonly string[]) => sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  await runBatch(db, [
    sql`DELETE FROM dead_letter WHERE ${those(done)}`,
    sql`UPDATE dead_letter SET claimed_until = 0 WHERE ${those(left)}`,
    ...log.map(actionLogged),
  ]);
}

export function countLetters(db: Db, queue: string): Promise<number> {
  return db.$count(deadLetter, eq(deadLetter.queue, queue));
}

export async function deleteOldDeadLetters(db: Db, before: number): Promise<void> {
  await db.delete(deadLetter).where(lt(deadLetter.arrivedAt, before));
}
