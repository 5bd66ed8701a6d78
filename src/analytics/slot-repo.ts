import { sql, type SQL } from "drizzle-orm";
import { FIRST_DAY, type Span } from "./core/day-spans";

/** The first key of a path's day, or block of days, in `visit_daily`. */
export function slotStart(pathId: SQL, day: SQL | number): SQL {
  // The brackets are needed because SQLite's shift and bit operators have the same precedence.
  return sql`((${pathId} << 26) + (${day} << 11))`;
}

/** The rows of `visit_daily` within `spans` of a path, to stand in a FROM clause. */
export function slotsWithin(pathId: SQL, spans: readonly Span[]): SQL {
  // Whole numbers in the text: a bound number is a float, and would make the key one.
  const values = spans.map(([first, last]) => `(${first << 11}, ${((last + 1) << 11) - 1})`);
  const ranges = sql.raw(values.length > 0 ? values.join(", ") : "(1, 0)");
  return sql`(VALUES ${ranges}) AS span CROSS JOIN visit_daily AS daily
    ON daily.slot BETWEEN (${pathId} << 26) + span.column1 AND (${pathId} << 26) + span.column2`;
}

/** Whether `slot` belongs to a path. */
export function slotIsOf(slot: SQL, pathId: SQL): SQL {
  return sql`${slot} BETWEEN (${pathId} << 26) AND ((${pathId} + 1) << 26) - 1`;
}

/** Whether `slot` belongs to a day of a path, not to a block of days. */
export function slotIsDayOf(slot: SQL, pathId: SQL): SQL {
  return sql`${slot} BETWEEN ${slotStart(pathId, FIRST_DAY)} AND ((${pathId} + 1) << 26) - 1`;
}
