import { windowOfDays, type Window } from "../core/window";
import type { VisitedPath } from "./report-rows";
import { visitsOf, type VisitsEnv } from "../count/visits-of";

/** A domain's visited paths in a window, most visited first. Paths are in canonical form. */
export async function visitedPaths(env: VisitsEnv, domainId: string, window: Window): Promise<VisitedPath[]> {
  const paths: VisitedPath[] = [];
  for (let from: number | null = 0; from !== null;) {
    const page: { rows: VisitedPath[]; next: number | null } = await visitsOf(env, domainId).pathTotals(window, from);
    for (const row of page.rows) paths.push(row);
    from = page.next;
  }
  return paths.sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
}

/** Crawler visits to a domain's paths over the `days` UTC days that end today. Paths are in canonical form. */
export async function visitsByPath(
  env: VisitsEnv,
  domainId: string,
  days: number,
  now: number,
): Promise<Map<string, number>> {
  const rows = await visitedPaths(env, domainId, windowOfDays(now, days));
  return new Map(rows.map((row) => [row.path, row.count]));
}
