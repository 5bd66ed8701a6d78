import type { SQL } from "drizzle-orm";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";

export type Db = DrizzleD1Database & { $client: D1Database };

const dialect = new SQLiteAsyncDialect();

/** Opens a drizzle client on the D1 binding. It is cheap enough to do once per request. */
export function openDb(database: D1Database): Db {
  return drizzle(database);
}

/** Runs hand-written statements in order, in one transaction. */
export async function runBatch(db: Db, statements: readonly SQL[]): Promise<D1Result[]> {
  const prepared = statements.map((statement) => {
    const query = dialect.sqlToQuery(statement);
    return db.$client.prepare(query.sql).bind(...query.params);
  });
  return db.$client.batch(prepared);
}
