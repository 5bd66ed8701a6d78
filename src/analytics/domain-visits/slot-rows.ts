import { sql, type SQL } from "drizzle-orm";
import { FIRST_DAY, type DayRows, type Span } from "../core/day-spans";

/** The first key of a path's day, or block of days, in `visit_daily`. */
export function slotStart(pathId: SQL, day: SQL | number): SQL {
  // The brackets are needed because SQLite's shift and bit operators have the same precedence.
  return sql`((${pathId} << 26) + (${day} << 11))`;
}

/**
 * The rows of `visit_daily` within `rows` of a path, for use in a FROM clause. `span.column3` is -1 for rows to
 * subtract.
 */
export function slotsWithin(pathId: SQL, rows: DayRows): SQL {
  return sql`${spans(rows, 11)} CROSS JOIN visit_daily AS daily
    ON daily.slot BETWEEN (${pathId} << 26) + span.column1 AND (${pathId} << 26) + span.column2`;
}

/** The same rows of `visit_sum`, which has one per path and day. */
export function sumsWithin(pathId: SQL, rows: DayRows): SQL {
  return sql`${spans(rows, 0)} CROSS JOIN visit_sum AS total
    ON total.slot BETWEEN (${pathId} << 15) + span.column1 AND (${pathId} << 15) + span.column2`;
}

function spans({ plus, minus }: DayRows, shift: number): SQL {
  // Integers in the SQL text, because a bound number is a float and would make the key a float.
  const values = (of: readonly Span[], sign: number) =>
    of.map(([first, last]) => `(${first << shift}, ${((last + 1) << shift) - 1}, ${sign})`);
  const all = [...values(plus, 1), ...values(minus, -1)];
  return sql`(VALUES ${sql.raw(all.length > 0 ? all.join(", ") : "(1, 0, 1)")}) AS span`;
}

/** Whether `slot` belongs to a day of a path, not to a block of days. */
export function slotIsDayOf(slot: SQL, pathId: SQL): SQL {
  return sql`${slot} BETWEEN ${slotStart(pathId, FIRST_DAY)} AND ((${pathId} + 1) << 26) - 1`;
}
