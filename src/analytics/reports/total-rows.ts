import { sql } from "drizzle-orm";
import type { SummaryRow } from "../core/summarise";
import { OTHER_PATHS } from "../core/visit-path";
import { within, type DayRange } from "./report-rows";
import type { VisitTables } from "../domain-visits/visit-rows";

export interface TotalRow extends SummaryRow {
  day: number;
}

/** A domain's visits per day by provider, kind and verdict. */
export function totals(tables: VisitTables, window: DayRange): Promise<TotalRow[]> {
  return tables.all<TotalRow>(sql`
    SELECT day, provider, kind, verdict, sum(cache) AS cache, sum(render) AS render, sum(saved_ms) AS savedMs, sum(saved_count) AS savedCount
    FROM visit_total AS total JOIN visit_agent AS agent ON agent.no = total.agent
    WHERE ${within(window)}
    GROUP BY day, provider, kind, verdict ORDER BY day`);
}

/** How many paths were visited in a window that ends today, and how many of these for the first time. */
export async function countPaths(tables: VisitTables, window: DayRange): Promise<{ total: number; fresh: number }> {
  const [row] = await tables.all<{ total: number; fresh: number }>(sql`
    SELECT count(*) AS total, coalesce(sum(first_day >= ${window.firstDay}), 0) AS fresh FROM visit_path AS path
    WHERE last_day >= ${window.firstDay} AND path <> ${OTHER_PATHS}`);
  return row!;
}

/** How many renders of a window took how long, fastest first. */
export function renderTimes(tables: VisitTables, window: DayRange): Promise<Array<{ ms: number; count: number }>> {
  return tables.all(sql`
    SELECT ms, sum(count) AS count FROM visit_render_time AS time
    WHERE ${within(window)} GROUP BY ms ORDER BY ms`);
}
