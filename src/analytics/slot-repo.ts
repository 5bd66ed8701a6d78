import { sql, type SQL } from "drizzle-orm";

/**
 * The first key of a path's day in `visit_daily`. The brackets are needed because SQLite's shift and bit operators have
 * the same precedence.
 */
export function slotStart(pathId: SQL, day: SQL | number): SQL {
  return sql`((${pathId} << 26) + (${day} << 11))`;
}

/** Days that a key has room for, from 1970 to 2059. Later days would overflow into another path's keys. */
const DAYS = 1 << 15;

/** Whether `slot` belongs to a path and to the days from `first` to `last`, both inclusive. */
export function slotWithin(slot: SQL, pathId: SQL, first: number, last: number): SQL {
  const [start, end] = [Math.max(0, first), Math.min(DAYS, last + 1)];
  return sql`${slot} BETWEEN ${slotStart(pathId, start)} AND ${slotStart(pathId, Math.max(0, end))} - 1`;
}

/** Whether `slot` belongs to a path. */
export function slotIsOf(slot: SQL, pathId: SQL): SQL {
  return sql`${slot} BETWEEN (${pathId} << 26) AND ((${pathId} + 1) << 26) - 1`;
}
