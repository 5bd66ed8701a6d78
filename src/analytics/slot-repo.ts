import { sql, type SQL } from "drizzle-orm";

/** The first key of a path's day in `visit_daily`. SQLite's shifts and bit operators have one precedence: hence the brackets. */
export function slotStart(pathId: SQL, day: SQL | number): SQL {
  return sql`((${pathId} << 26) + (${day} << 11))`;
}

/** `slot` lies in the days from `first` to `last`, both inclusive, of a path. */
export function slotWithin(slot: SQL, pathId: SQL, first: number, last: number): SQL {
  return sql`${slot} BETWEEN ${slotStart(pathId, first)} AND ${slotStart(pathId, last + 1)} - 1`;
}

/** `slot` is of a path. */
export function slotOf(slot: SQL, pathId: SQL): SQL {
  return sql`${slot} BETWEEN (${pathId} << 26) AND ((${pathId} + 1) << 26) - 1`;
}
