import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { type Db, runBatch } from "../db/client";
import { deadLetter } from "../db/schema";
import { fitting } from "../lib/platform/fitting";

export type DeadLetter = typeof deadLetter.$inferSelect;

/** How many letters are kept; new ones replace the oldest. */
const MOST = 5_000;

/** Stores letters. A letter that arrives twice is stored once. */
export async function insertDeadLetters(db: Db, letters: readonly DeadLetter[]): Promise<void> {
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

export async function deleteDeadLetter(db: Db, id: string): Promise<void> {
  await db.delete(deadLetter).where(eq(deadLetter.id, id));
}

export async function deleteOldDeadLetters(db: Db, before: number): Promise<void> {
  await db.delete(deadLetter).where(lt(deadLetter.arrivedAt, before));
}
