import { countedDays, countersOf } from "./day-rows";
import type { Counters } from "../core/packed/counters";
import { cellRows, type DaySpan } from "./cell-rows";
import type { COUNTED } from "./packed-batch";
import { PathSums } from "../core/packed/path-sums";
import type { VisitStore } from "./visit-store";

/** What reports read: everything that is counted, on the days from `since` on. Earlier days may be partly deleted. */
export interface KeptVisits {
  sql: SqlStorage;
  store: VisitStore;
  since: number;
}

/** The counters of one kind on each day of a window that has any, oldest first. */
export function keptCounters(
  { sql, store, since }: KeptVisits,
  days: DaySpan,
  kind: (typeof COUNTED)[keyof typeof COUNTED],
): Generator<readonly [day: number, Counters]> {
  return countersOf(sql, store.unmerged.days, kept(days, since), kind);
}

/** The first day that has counts; null: none has. */
export function firstCounted({ sql, store, since }: KeptVisits): number | null {
  const days = countedDays(sql, store.unmerged.days).filter((day) => day >= since);
  return days.length === 0 ? null : Math.min(...days);
}

const kept = ({ firstDay, lastDay }: DaySpan, since: number): DaySpan => ({
  firstDay: Math.max(firstDay, since),
  lastDay,
});

/** Adds up the visits of each of these paths, which are in order, and calls `visit` for those that have any. */
export function eachPath(
  { sql, store, since }: KeptVisits,
  days: DaySpan,
  paths: Iterable<number>,
  visit: (path: number, sums: PathSums) => void,
): void {
  const window = kept(days, since);
  const rows = cellRows(sql, store.unmerged, window);
  const sums = new PathSums();
  for (const path of paths) {
    for (const each of rows) {
      if (each.path < path) each.seek(path);
      if (each.path === path) each.addTo(sums, window);
    }
    if (sums.names.length > 0) visit(path, sums);
  }
}

/** The cells of each of these paths, which are in order: `day << 11 | name, cache, render` of each, unordered. */
export function* eachCells(
  { sql, store, since }: KeptVisits,
  paths: Iterable<number>,
): Generator<readonly [path: number, cells: number[]]> {
  const rows = cellRows(sql, store.unmerged, { firstDay: since, lastDay: Infinity });
  for (const path of paths) {
    const cells: number[] = [];
    for (const each of rows) {
      if (each.path < path) each.seek(path);
      if (each.path === path) for (const number of each.cells()) cells.push(number);
    }
    if (cells.length > 0) yield [path, cells];
  }
}
