import { sql, type SQL } from "drizzle-orm";

/** The first key of a path's day in `visit_daily`. SQLite's shifts and bit operators have one precedence: hence the brackets. */
export function slotStart(pathId: SQL, day: SQL | number): SQL {
  return sql`((${pathId} << 26) + (${day} << 11))`;
}

/** Days that a key has room for, from 1970 to 2059: what lies beyond would be another path's. */
const DAYS = 1 << 15;

/** `slot` lies in the days from `first` to `last`, both inclusive, of a path. */
export function slotWithin(slot: SQL, pathId: SQL, first: number, last: number): SQL {
  const [start, end] = [Math.max(0, first), Math.min(DAYS, last + 1)];
  return sql`${slot} BETWEEN ${slotStart(pathId, start)} AND ${slotStart(pathId, Math.max(0, end))} - 1`;
}

/** `slot` is of a path. */
export function slotIsOf(slot: SQL, pathId: SQL): SQL {
  return sql`${slot} BETWEEN (${pathId} << 26) AND ((${pathId} + 1) << 26) - 1`;
}
