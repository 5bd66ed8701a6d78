import { sql } from "drizzle-orm";
import { runBatch, type Db } from "../db/client";

/** The database's clock, epoch ms, after it has written a row and deleted it again in one transaction. */
export async function tryDatabase(db: Db, id: string): Promise<number> {
  const letter = `doctor:${id}`;
  const [, read] = await runBatch(db, [
    sql`INSERT INTO dead_letter (id, queue, body, arrived_at) VALUES (${letter}, 'doctor', '', 0)`,
    sql`SELECT cast(unixepoch('subsec') * 1000 AS INTEGER) AS at FROM dead_letter WHERE id = ${letter}`,
    sql`DELETE FROM dead_letter WHERE id = ${letter}`,
  ]);
  return (read!.results as Array<{ at: number }>)[0]!.at;
}

/** Names of the migrations that the database has, in their order. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`SELECT name FROM d1_migrations ORDER BY name`);
  return rows.map(({ name }) => name);
}

/** When the last tick of any cron was scheduled, epoch ms. Null: no cron has ticked. */
export async function lastTick(db: Db): Promise<number | null> {
  const [last] = await db.all<{ at: number | null }>(sql`SELECT max(at) AS at FROM cron_tick`);
  return last?.at ?? null;
}
