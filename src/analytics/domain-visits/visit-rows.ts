import type { SQL } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";

const dialect = new SQLiteSyncDialect();

/** Runs a statement on an object's own database. */
export function execute<T>(storage: SqlStorage, statement: SQL): T[] {
  const query = dialect.sqlToQuery(statement);
  return storage.exec(query.sql, ...query.params).toArray() as T[];
}
