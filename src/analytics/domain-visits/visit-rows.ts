import { sql, SQL } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { LEVELS, SUM_LEVELS, windowRows, type DayRows, type KeptDays } from "../core/day-spans";

/** How the tables of a domain's object are read. */
export interface VisitTables {
  all: <T>(query: SQL) => Promise<T[]>;
  /** The rows of `visit_daily` that add up to these days, as ranges of its day number. */
  days: (first: number, last: number) => DayRows;
  /** The same of `visit_sum`. */
  sums: (first: number, last: number) => DayRows;
}

const dialect = new SQLiteSyncDialect();

/** Runs a statement on an object's own database. */
export function execute<T>(storage: SqlStorage, statement: SQL): T[] {
  const query = dialect.sqlToQuery(statement);
  return storage.exec(query.sql, ...query.params).toArray() as T[];
}

/**
 * The object's own tables. Days before `since` are being deleted, but may still be part of a block's sums, so no block
 * with such a day is read.
 */
export function objectTables(storage: SqlStorage, since: number): VisitTables {
  const kept = keptDays(storage, since);
  return {
    all: async <T>(query: SQL) => execute<T>(storage, query),
    days: (first, last) => windowRows(first, last, kept, LEVELS),
    sums: (first, last) => windowRows(first, last, kept, SUM_LEVELS),
  };
}

/** Every visit of `visit_daily` is also in `visit_total`, whose days are few. */
function keptDays(storage: SqlStorage, since: number): KeptDays {
  const [days] = execute<{ oldest: number | null; newest: number | null }>(
    storage,
    sql`SELECT (SELECT min(day) FROM visit_total) AS oldest, (SELECT max(day) FROM visit_total) AS newest`,
  );
  return { since, oldest: days?.oldest ?? since, newest: days?.newest ?? since };
}
