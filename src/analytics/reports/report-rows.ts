import { sql, type SQL } from "drizzle-orm";
import { VERDICTS } from "../core/verdict";
import { OTHER_PATHS } from "../core/visit-path";
import type { LastPath } from "../core/page-cursor";
import type { Window } from "../core/window";
import { isOneNumber } from "../core/day-spans";
import { slotsWithin, sumsWithin } from "../domain-visits/slot-rows";
import type { VisitTables } from "../domain-visits/visit-rows";

/** The days of a report, since 1970, both inclusive. */
export type DayRange = Pick<Window, "firstDay" | "lastDay">;

export interface PathVisits {
  path: string;
  /** The last served HTTP status; null if no visit had one. */
  status: number | null;
  /** Visits by crawler, as `slotNumbers` reads them. */
  counts: string;
}

export interface PathFilter {
  /** Exactly one of these paths. */
  paths?: readonly string[];
  /** Folded text that the folded path must contain. */
  search?: string;
}

/** A part of a report: the paths after `after`, ordered by visits. */
export interface Page {
  limit: number;
  after?: LastPath;
}

/** Paths per call of a report over all paths. A row has at most a few kilobytes, so a part has a few megabytes. */
const PATHS_A_PAGE = 2_000;

/** Part of a report over all paths, in the order of the paths. `next` continues it; null at the end. */
export interface PathsPage<T> {
  rows: T[];
  next: string | null;
}

/**
 * Visits of each path in a window, for the paths after `after`. Reads a few key ranges per path and returns its sums as
 * one text per path. So the cost depends on the number of matching paths, not on the number of visits.
 * MATERIALIZED is needed because a condition on a subquery's column would run the subquery a second time.
 */
export async function pathVisits(
  tables: VisitTables,
  window: DayRange,
  filter: PathFilter,
  after = "",
): Promise<PathsPage<PathVisits>> {
  const rows = await tables.all<CountsRow>(sql`
    WITH visited AS MATERIALIZED (
      SELECT path.path, path.status, (${countsText(tables, window)}) AS counts
      FROM visit_path AS path WHERE ${matching(filter)} AND path.path > ${after} ORDER BY path.path LIMIT ${PATHS_A_PAGE})
    SELECT * FROM visited ORDER BY path`);
  return pageOf(rows, (row) => (row.counts === null ? [] : [{ ...row, counts: row.counts }]));
}

function pageOf<R extends { path: string }, T>(rows: R[], present: (row: R) => T[]): PathsPage<T> {
  return { rows: rows.flatMap(present), next: rows.length < PATHS_A_PAGE ? null : rows.at(-1)!.path };
}

/**
 * The same for one part of the paths, most visited first. Only these paths are split by crawler. Paths with only
 * spoofed visits are left out. A path has no more visits in the window than on all days. So only paths are counted that
 * have at least as many visits on all days as each of the `leaders` has in the window.
 */
export async function topPathVisits(
  tables: VisitTables,
  window: DayRange,
  filter: PathFilter,
  { limit, after }: Page,
): Promise<PathVisits[]> {
  const beyond = after ? sql`AND (total < ${after.total} OR (total = ${after.total} AND path > ${after.path}))` : sql``;
  return tables.all<PathVisits>(sql`
    WITH known AS MATERIALIZED (
      SELECT path.id, path.path, path.status, (${MOST_VISITS}) AS most FROM visit_path AS path WHERE ${matching(filter)}),
    leaders AS MATERIALIZED (
      SELECT path.path, (${honestCount(tables, window)}) AS total FROM (SELECT id, path FROM known ORDER BY most DESC LIMIT ${limit}) AS path),
    least AS MATERIALIZED (
      SELECT iif(count(*) < ${limit}, 0, min(total)) AS total FROM leaders WHERE total IS NOT NULL ${beyond}),
    visited AS MATERIALIZED (
      SELECT path.id, path.path, path.status, (${honestCount(tables, window)}) AS total
      FROM least CROSS JOIN known AS path WHERE path.most >= least.total),
    page AS MATERIALIZED (SELECT * FROM visited WHERE total IS NOT NULL ${beyond} ORDER BY total DESC, path LIMIT ${limit})
    SELECT path.path, path.status, (${countsText(tables, window)}) AS counts FROM page AS path`);
}

/** Spoofed visits by crawler. For all paths, the domain's totals already contain them. */
export function spoofedVisits(
  tables: VisitTables,
  window: DayRange,
  filter: PathFilter,
): Promise<Array<{ agent: number; count: number }>> {
  if (filter.paths === undefined && filter.search === undefined)
    return tables.all(sql`
      SELECT agent, sum(cache + render) AS count FROM visit_total AS total
      WHERE ${within(window)} AND verdict = ${VERDICTS.spoofed} GROUP BY agent`);
  return tables.all(sql`
    SELECT (daily.slot >> 2) & 511 AS agent, sum((cache + render) * span.column3) AS count
    FROM visit_path AS path CROSS JOIN ${slots(tables, window)}
    WHERE ${matching(filter)} AND daily.slot & 3 = ${VERDICTS.spoofed} GROUP BY 1 HAVING count > 0`);
}

/** The rows of a path's days in a window, for use in a FROM clause. */
function slots(tables: VisitTables, { firstDay, lastDay }: DayRange): SQL {
  return slotsWithin(sql`path.id`, tables.days(firstDay, lastDay));
}

/** Whether a row of a day belongs to a window. */
export function within({ firstDay, lastDay }: DayRange): SQL {
  return sql`day BETWEEN ${firstDay} AND ${lastDay}`;
}

/** A path's visits without spoofed ones; null if there are none. */
function honestCount(tables: VisitTables, window: DayRange): SQL {
  const sums = tables.sums(window.firstDay, window.lastDay);
  return sql`SELECT nullif(sum(count * span.column3), 0) FROM ${sumsWithin(sql`path.id`, sums)}`;
}

/** A path's visits on all days without spoofed ones; null if there are none. */
const MOST_VISITS = sql`SELECT count FROM visit_sum WHERE slot = path.id << 15`;

/** A path's visits by crawler, as the text that `slotNumbers` reads; null if there are none. */
function countsText(tables: VisitTables, window: DayRange): SQL {
  const days = tables.days(window.firstDay, window.lastDay);
  const rows = slotsWithin(sql`path.id`, days);
  const name = sql`(daily.slot & 2044) + (daily.slot & 3 = ${VERDICTS.spoofed})`;
  // One row per crawler and verdict needs no sums, which take SQLite as long as everything else.
  if (isOneNumber(days)) return sql`SELECT group_concat((${name}) || ' ' || cache || ' ' || render) FROM ${rows}`;
  return sql`
    SELECT group_concat(name || ' ' || cache || ' ' || render) FROM (
      SELECT ${name} AS name, sum(cache * span.column3) AS cache, sum(render * span.column3) AS render FROM ${rows}
      GROUP BY 1 HAVING sum(cache * span.column3) + sum(render * span.column3) > 0)`;
}

type CountsRow = Omit<PathVisits, "counts"> & { counts: string | null };

function matching(filter: PathFilter): SQL {
  return sql`TRUE
    ${filter.paths === undefined ? sql`` : sql`AND path.path IN (SELECT value FROM json_each(${JSON.stringify(filter.paths)}))`}
    ${filter.search === undefined ? sql`` : sql`AND instr(path.folded, ${filter.search}) > 0`}`;
}

export interface AgentRow {
  no: number;
  token: string;
  provider: string;
  kind: string;
}

/** All crawlers for which visits were ever counted; at most a few hundred. */
export function agents(tables: VisitTables): Promise<AgentRow[]> {
  return tables.all<AgentRow>(sql`SELECT no, token, provider, kind FROM visit_agent`);
}

/** A path with its visits in a window. */
export interface VisitedPath {
  path: string;
  count: number;
  /** The last served HTTP status; null if unknown. */
  status: number | null;
}

/** Visits of each path in a window without spoofed ones, with the last served status, for the paths after `after`. */
export async function pathTotals(
  tables: VisitTables,
  window: DayRange,
  after: string,
): Promise<PathsPage<VisitedPath>> {
  const rows = await tables.all<{ path: string; status: number | null; count: number | null }>(sql`
    SELECT path.path, path.status, (${honestCount(tables, window)}) AS count
    FROM visit_path AS path
    WHERE path.last_day >= ${window.firstDay} AND path.path <> ${OTHER_PATHS} AND path.path > ${after}
    ORDER BY path.path LIMIT ${PATHS_A_PAGE}`);
  return pageOf(rows, ({ count, ...row }) => (count === null ? [] : [{ ...row, count }]));
}
