import { sql, SQL } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { openDb } from "../db/client";
import { daySpans, LAST_DAY, type Span } from "./core/day-spans";

/**
 * Where a domain's visits are read: in its own object, or in D1 until they have moved out of it. The tables have the
 * same names and columns, except that D1's also name the domain.
 */
export interface VisitTables {
  all: <T>(query: SQL) => Promise<T[]>;
  /** Whether the rows of `alias` are the domain's. */
  own: (alias: string) => SQL;
  /** The rows of `visit_daily` that add up to these days, as ranges of its day number. */
  spans: (first: number, last: number) => Span[];
}

const dialect = new SQLiteSyncDialect();

/** Runs a statement on an object's own database. */
export function execute<T>(storage: SqlStorage, statement: SQL): T[] {
  const query = dialect.sqlToQuery(statement);
  return storage.exec(query.sql, ...query.params).toArray() as T[];
}

/**
 * The object's own tables. Days before `keptSince` were deleted, but may still be part of the sums of a block, so no
 * block with such a day is read.
 */
export function objectTables(storage: SqlStorage, keptSince: number): VisitTables {
  return {
    all: async <T>(query: SQL) => execute<T>(storage, query),
    own: () => sql`TRUE`,
    spans: (first, last) => daySpans(Math.max(first, keptSince), last),
  };
}

/** D1's tables, as the release before left them. */
export function legacyTables(database: D1Database, domainId: string): VisitTables {
  const db = openDb(database);
  return {
    all: <T>(query: SQL) => db.all<T>(query),
    own: (alias) => sql`${sql.raw(alias)}.domain_id = ${domainId}`,
    spans: (first, last) => [[Math.max(0, first), Math.min(LAST_DAY, last)]],
  };
}
