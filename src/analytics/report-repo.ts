import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../db/client";
import { VERDICTS } from "./core/verdict";
import { OTHER_PATHS } from "./core/visit-path";
import { slotWithin } from "./slot-repo";
import type { Window } from "./core/window";

/** Visit counts of a crawler on a path. */
export interface SlotCount {
  agent: number;
  spoofed: boolean;
  cache: number;
  render: number;
}

export interface PathVisits {
  path: string;
  /** The last served HTTP status; null if no visit had one. */
  status: number | null;
  counts: SlotCount[];
}

export interface PathFilter {
  /** Exactly this canonical path. */
  path?: string;
  /** Folded text that the folded path must contain. */
  search?: string;
}

/** A page of a report: the paths after `after`, ordered by visits. */
export interface Page {
  limit: number;
  after?: { total: number; path: string };
}

/** A path's days as a range of the `visit_daily` key. */
function slots(window: Window): SQL {
  return slotWithin(sql`daily.slot`, sql`path.id`, window.firstDay, window.lastDay);
}

/**
 * Visits of each path in a window. Reads one key range per path and returns its sums as one JSON text per path. So the
 * cost depends on the number of matching paths and days, not on the number of visits. MATERIALIZED is needed because a
 * condition on a subquery's column would run the subquery a second time.
 */
export async function pathVisits(
  db: Db,
  domainId: string,
  window: Window,
  filter: PathFilter = {},
): Promise<PathVisits[]> {
  const rows = await db.all<CountsRow>(sql`
    WITH visited AS MATERIALIZED (
      SELECT path.path, path.status, (${countsText(window)}) AS counts
      FROM visit_path AS path WHERE ${matching(domainId, filter)})
    SELECT * FROM visited WHERE counts IS NOT NULL`);
  return rows.map(readCounts);
}

/**
 * The same for one page of paths, most visited first. Only these paths are split by crawler. Paths with only spoofed
 * visits are left out.
 */
export async function pathVisitsPage(
  db: Db,
  domainId: string,
  window: Window,
  filter: PathFilter,
  { limit, after }: Page,
): Promise<PathVisits[]> {
  const rows = await db.all<CountsRow>(sql`
    WITH visited AS MATERIALIZED (
      SELECT path.id, path.path, path.status, (${honestCount(window)}) AS total FROM visit_path AS path WHERE ${matching(domainId, filter)}),
    page AS MATERIALIZED (
      SELECT * FROM visited WHERE total IS NOT NULL
        ${after ? sql`AND (total < ${after.total} OR (total = ${after.total} AND path > ${after.path}))` : sql``}
      ORDER BY total DESC, path LIMIT ${limit})
    SELECT path.path, path.status, (${countsText(window)}) AS counts FROM page AS path`);
  return rows.map(readCounts);
}

/** Spoofed visits by crawler. For all paths, the domain's totals already contain them. */
export function spoofedVisits(
  db: Db,
  domainId: string,
  window: Window,
  filter: PathFilter,
): Promise<Array<{ agent: number; count: number }>> {
  if (filter.path === undefined && filter.search === undefined)
    return db.all(sql`
      SELECT agent, sum(cache + render) AS count FROM visit_total
      WHERE domain_id = ${domainId} AND day BETWEEN ${window.firstDay} AND ${window.lastDay} AND verdict = ${VERDICTS.spoofed} GROUP BY agent`);
  return db.all(sql`
    SELECT (daily.slot >> 2) & 511 AS agent, sum(cache + render) AS count
    FROM visit_path AS path JOIN visit_daily AS daily ON ${slots(window)}
    WHERE ${matching(domainId, filter)} AND daily.slot & 3 = ${VERDICTS.spoofed} GROUP BY 1`);
}

/** A path's visits without spoofed ones; null if there are none. */
function honestCount(window: Window): SQL {
  return sql`SELECT sum(cache + render) FROM visit_daily AS daily WHERE ${slots(window)} AND daily.slot & 3 <> ${VERDICTS.spoofed}`;
}

/** A path's visits by crawler, as the text that `readCounts` parses. */
function countsText(window: Window): SQL {
  return sql`
    SELECT group_concat(name || ' ' || cache || ' ' || render) FROM (
      SELECT (daily.slot & 2044) + (daily.slot & 3 = ${VERDICTS.spoofed}) AS name, sum(cache) AS cache, sum(render) AS render FROM visit_daily AS daily WHERE ${slots(window)} GROUP BY 1)`;
}

interface CountsRow {
  path: string;
  status: number | null;
  counts: string;
}

function readCounts({ path, status, counts }: CountsRow): PathVisits {
  return { path, status, counts: slotCounts(counts) };
}

function matching(domainId: string, filter: PathFilter): SQL {
  return sql`path.domain_id = ${domainId}
    ${filter.path === undefined ? sql`` : sql`AND path.path = ${filter.path}`}
    ${filter.search === undefined ? sql`` : sql`AND instr(path.folded, ${filter.search}) > 0`}`;
}

function slotCounts(text: string): SlotCount[] {
  const numbers = text.split(/[ ,]/);
  return Array.from({ length: numbers.length / 3 }, (_, i) => {
    const name = Number(numbers[i * 3]);
    const [cache, render] = [Number(numbers[i * 3 + 1]), Number(numbers[i * 3 + 2])];
    return { agent: name >> 2, spoofed: (name & 1) === 1, cache, render };
  });
}

export interface AgentRow {
  no: number;
  token: string;
  provider: string;
  kind: string;
}

/** All crawlers that visits were ever counted for; at most a few hundred. */
export async function agentsByNumber(db: Db): Promise<Map<number, AgentRow>> {
  const rows = await db.all<AgentRow>(sql`SELECT no, token, provider, kind FROM visit_agent`);
  return new Map(rows.map((row) => [row.no, row]));
}

export interface TotalRow {
  day: number;
  provider: string;
  kind: string;
  verdict: number;
  cache: number;
  render: number;
  savedMs: number;
  savedCount: number;
}

/** A domain's visits per day by provider, kind and verdict. */
export function totals(db: Db, domainId: string, window: Window): Promise<TotalRow[]> {
  return db.all<TotalRow>(sql`
    SELECT day, provider, kind, verdict, sum(cache) AS cache, sum(render) AS render, sum(saved_ms) AS savedMs, sum(saved_count) AS savedCount
    FROM visit_total JOIN visit_agent AS agent ON agent.no = visit_total.agent
    WHERE domain_id = ${domainId} AND day BETWEEN ${window.firstDay} AND ${window.lastDay}
    GROUP BY day, provider, kind, verdict ORDER BY day`);
}

/** How many paths were visited in a window that ends today, and how many of these for the first time. */
export async function countPaths(db: Db, domainId: string, window: Window): Promise<{ total: number; fresh: number }> {
  return db.get(sql`
    SELECT count(*) AS total, coalesce(sum(first_day >= ${window.firstDay}), 0) AS fresh FROM visit_path
    WHERE domain_id = ${domainId} AND last_day >= ${window.firstDay} AND path <> ${OTHER_PATHS}`);
}

/** Render times in a window as [ms, count], fastest first. */
export async function renderTimes(db: Db, domainId: string, window: Window): Promise<Array<[number, number]>> {
  const rows = await db.all<{ ms: number; count: number }>(sql`
    SELECT ms, sum(count) AS count FROM visit_render_time
    WHERE domain_id = ${domainId} AND day BETWEEN ${window.firstDay} AND ${window.lastDay} GROUP BY ms ORDER BY ms`);
  return rows.map(({ ms, count }) => [ms, count]);
}

/** Visits of each path in a window without spoofed ones, with the last served status; most visited first. */
export function pathTotals(
  db: Db,
  domainId: string,
  window: Window,
  limit: number,
): Promise<Array<{ path: string; status: number | null; count: number }>> {
  return db.all(sql`
    WITH visited AS MATERIALIZED (
      SELECT path.path, path.status, (${honestCount(window)}) AS count
      FROM visit_path AS path
      WHERE path.domain_id = ${domainId} AND path.last_day >= ${window.firstDay} AND path.path <> ${OTHER_PATHS})
    SELECT * FROM visited WHERE count IS NOT NULL ORDER BY count DESC, path LIMIT ${limit}`);
}
