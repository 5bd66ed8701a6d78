import { dayNumber } from "../../lib/time/time";
import { VERDICTS } from "../core/verdict";
import { verdictOfName } from "../core/packed/cell-keys";
import { keptCounters, type KeptVisits } from "../domain-visits/kept-visits";
import { COUNTED } from "../domain-visits/packed-batch";
import { namesOf } from "../domain-visits/matching-paths";
import type { DayRange } from "./report-rows";

/** When the domain's first robots.txt version was seen; null if none was. */
export function robotsKnownSince({ sql }: KeptVisits): number | null {
  return sql.exec<{ since: number | null }>("SELECT min(since) AS since FROM robots_version").one().since;
}

export interface ViolationRow {
  path: string;
  token: string;
  provider: string;
  kind: string;
  rule: string;
  line: number;
  visits: number;
  firstDay: number;
  lastDay: number;
}

/** What a counter of violations counts. */
export type Violation = readonly [path: number, agent: number, rule: string, line: number];

/** Disallowed visits in a window by path, crawler and rule; most frequent first. */
export function violationRows(visits: KeptVisits, window: DayRange, limit: number): ViolationRow[] {
  const sums = new Map<string, { visits: number; firstDay: number; lastDay: number }>();
  for (const [day, counters] of keptCounters(visits, window, COUNTED.violation))
    for (const [key, [count = 0]] of counters) {
      const sum = sums.get(key);
      if (sum) Object.assign(sum, { visits: sum.visits + count, lastDay: day });
      else sums.set(key, { visits: count, firstDay: day, lastDay: day });
    }
  const nameOf = namesOf(visits);
  return [...sums]
    .map(([key, sum]) => ({ sum, violation: JSON.parse(key.slice(1)) as Violation }))
    .sort((a, b) => a.violation[0] - b.violation[0])
    .map(({ violation: [path, agent, rule, line], sum: { visits: count, firstDay, lastDay } }) => {
      const { token, provider, kind } = visits.store.agents.rows[agent - 1]!;
      return { path: nameOf(path), token, provider, kind, rule, line, visits: count, firstDay, lastDay };
    })
    .sort((a, b) => b.visits - a.visits || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .slice(0, limit);
}

interface ViolationTotals {
  verified: number;
  /** Visits that are neither verified nor spoofed. */
  unknown: number;
  /** Verified visits on the days of which a robots.txt is known. */
  judged: number;
  /** Of these, the disallowed ones. */
  forbidden: number;
}

/** Crawler visits in a window by what can be said about them and robots.txt. */
export function violationTotals(visits: KeptVisits, window: DayRange): ViolationTotals {
  const sums = { verified: 0, unknown: 0, judged: 0, forbidden: 0 };
  const since = robotsKnownSince(visits);
  for (const [day, counters] of keptCounters(visits, window, COUNTED.total))
    for (const [key, [cache = 0, render = 0]] of counters) {
      const verdict = verdictOfName(Number(key.slice(1)));
      if (verdict === VERDICTS.unknown) sums.unknown += cache + render;
      if (verdict !== VERDICTS.verified) continue;
      sums.verified += cache + render;
      if (since !== null && day >= dayNumber(since)) sums.judged += cache + render;
    }
  for (const [, counters] of keptCounters(visits, window, COUNTED.violation))
    for (const [, [count = 0]] of counters) sums.forbidden += count;
  return sums;
}
