import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { type Db, runBatch } from "./db/client";
import { deadLetter } from "./db/schema";

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

/** A page of letters ordered by id, of one queue or of all. */
export function listDeadLetters(db: Db, query: { queue?: string; cursor: string; limit: number }) {
  return db
    .select()
    .from(deadLetter)
    .where(
      and(gt(deadLetter.id, query.cursor), query.queue === undefined ? undefined : eq(deadLetter.queue, query.queue)),
    )
    .orderBy(asc(deadLetter.id))
    .limit(query.limit)
    .all();
}

export function findDeadLetters(db: Db, ids: readonly string[]): Promise<DeadLetter[]> {
  return db
    .select()
    .from(deadLetter)
    .where(inArray(deadLetter.id, [...ids]))
    .all();
}

export async function deleteDeadLetter(db: Db, id: string): Promise<void> {
  await db.delete(deadLetter).where(eq(deadLetter.id, id));
}

export async function deleteOldDeadLetters(db: Db, before: number): Promise<void> {
  await db.delete(deadLetter).where(lt(deadLetter.arrivedAt, before));
}
