import { sql, SQL } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { openDb } from "../db/client";
import { LAST_DAY, LEVELS, SUM_LEVELS, windowRows, daySpans, type DayRows, type KeptDays } from "./core/day-spans";

/**
 * Where a domain's visits are read: in its own object, or in D1 until they have moved out of it. The tables have the
 * same names and columns, except that D1's also name the domain.
 */
export interface VisitTables {
  all: <T>(query: SQL) => Promise<T[]>;
  /** Whether the rows of `alias` are the domain's. */
  own: (alias: string) => SQL;
  /** The rows of `visit_daily` that add up to these days, as ranges of its day number. */
  days: (first: number, last: number) => DayRows;
  /** The same of `visit_sum`; null where that does not have all visits. */
  sums: ((first: number, last: number) => DayRows) | null;
}

const dialect = new SQLiteSyncDialect();

/** Runs a statement on an object's own database. */
export function execute<T>(storage: SqlStorage, statement: SQL): T[] {
  const query = dialect.sqlToQuery(statement);
  return storage.exec(query.sql, ...query.params).toArray() as T[];
}

/**
 * The object's own tables. Days before `since` are being deleted, but may still be part of the sums of a block, so no
 * block with such a day is read. `summed`: the sums of all days and `visit_sum` have all visits.
 */
export function objectTables(storage: SqlStorage, { since, summed }: { since: number; summed: boolean }): VisitTables {
  const all = async <T>(query: SQL) => execute<T>(storage, query);
  const own = () => sql`TRUE`;
  if (!summed)
    return {
      all,
      own,
      sums: null,
      days: (first, last) => ({ plus: daySpans(Math.max(first, since), last), minus: [] }),
    };
  const kept = keptDays(storage, since);
  return {
    all,
    own,
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

/** D1's tables, as the release before left them. */
export function legacyTables(database: D1Database, domainId: string): VisitTables {
  const db = openDb(database);
  return {
    all: <T>(query: SQL) => db.all<T>(query),
    own: (alias) => sql`${sql.raw(alias)}.domain_id = ${domainId}`,
    days: (first, last) => ({ plus: [[Math.max(0, first), Math.min(LAST_DAY, last)]], minus: [] }),
    sums: null,
  };
}
