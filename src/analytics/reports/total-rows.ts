import type { SummaryRow } from "../core/summarise";
import { agentOfName, verdictOfName } from "../core/packed/cell-keys";
import type { AgentRow } from "../domain-visits/agent-rows";
import { keptCounters, type KeptVisits } from "../domain-visits/kept-visits";
import { COUNTED } from "../domain-visits/packed-batch";
import type { DayRange } from "./report-rows";

export interface TotalRow extends SummaryRow {
  day: number;
}

/** The crawler that the name of a cell has. */
export const agentIn = ({ store }: KeptVisits, name: number): AgentRow => store.agents.rows[agentOfName(name) - 1]!;

/** A domain's visits per day by provider, kind and verdict. */
export function totals(visits: KeptVisits, window: DayRange): TotalRow[] {
  const rows: TotalRow[] = [];
  for (const [day, counters] of keptCounters(visits, window, COUNTED.total)) {
    const own = new Map<string, TotalRow>();
    for (const [key, [cache = 0, render = 0, savedMs = 0, savedCount = 0]] of counters) {
      const name = Number(key.slice(1));
      const { provider, kind } = agentIn(visits, name);
      const group = `${provider} ${kind} ${verdictOfName(name)}`;
      const row = own.get(group) ?? {
        day,
        provider,
        kind,
        verdict: verdictOfName(name),
        cache: 0,
        render: 0,
        savedMs: 0,
        savedCount: 0,
      };
      own.set(group, row);
      row.cache += cache;
      row.render += render;
      row.savedMs += savedMs;
      row.savedCount += savedCount;
    }
    rows.push(...[...own].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row));
  }
  return rows;
}

/** How many paths were visited in a window that ends today, and how many of these for the first time. */
export function countPaths({ store: { paths } }: KeptVisits, { firstDay }: DayRange): { total: number; fresh: number } {
  const count = { total: 0, fresh: 0 };
  for (let path = 1; path < paths.end; path++) {
    if (!paths.isUsed(path)) continue;
    const [, first, last] = paths.read(path);
    if (last < firstDay) continue;
    count.total++;
    if (first >= firstDay) count.fresh++;
  }
  return count;
}

/** How many renders of a window took how long, fastest first. */
export function renderTimes(visits: KeptVisits, window: DayRange): Array<{ ms: number; count: number }> {
  const times = new Map<number, number>();
  for (const [, counters] of keptCounters(visits, window, COUNTED.renderTime))
    for (const [key, [count = 0]] of counters) {
      const ms = Number(key.slice(1));
      times.set(ms, (times.get(ms) ?? 0) + count);
    }
  return [...times].map(([ms, count]) => ({ ms, count })).sort((a, b) => a.ms - b.ms);
}
