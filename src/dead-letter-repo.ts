import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { type Db, runBatch } from "./db/client";
import { deadLetter } from "./db/schema";

export type DeadLetter = typeof deadLetter.$inferSelect;

/** Letters that are kept; the oldest make room. */
const MOST = 5_000;

/** Keeps letters; one that comes twice is kept once. */
export async function insertDeadLetters(db: Db, letters: readonly DeadLetter[]): Promise<void> {
  await runBatch(db, [
    sql`INSERT OR IGNORE INTO dead_letter (id, queue, body, arrived_at)
      SELECT value ->> 'id', value ->> 'queue', value ->> 'body', value ->> 'arrivedAt' FROM json_each(${JSON.stringify(letters)})`,
    sql`DELETE FROM dead_letter WHERE rowid IN (SELECT rowid FROM dead_letter ORDER BY arrived_at DESC, rowid DESC LIMIT -1 OFFSET ${MOST})`,
  ]);
}

/** Letters in the order of their ids, after one, of one queue or of all. */
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
