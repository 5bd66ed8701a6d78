import type { LastPath } from "../core/page-cursor";
import { eachPath, type KeptVisits } from "../domain-visits/kept-visits";
import { matchingPaths, namesOf, type PathFilter } from "../domain-visits/matching-paths";
import { packPaths, type DayRange, type PathsVisits } from "./report-rows";

/** A part of a report: the paths after `after`, ordered by visits. */
export interface Page {
  limit: number;
  after?: LastPath;
}

/**
 * The visits of the most visited paths; equal ones by name. Paths with only spoofed visits are left out. All matching
 * paths are added up, but only the winners are split by crawler.
 */
export function topPathVisits(visits: KeptVisits, window: DayRange, filter: PathFilter, page: Page): PathsVisits {
  const totals = new Map<number, number[]>();
  eachPath(visits, window, matchingPaths(visits, filter), (path, sums) => {
    const total = sums.takeHonest();
    if (total === 0 || total > (page.after?.total ?? Infinity)) return;
    const equals = totals.get(total);
    if (equals) equals.push(path);
    else totals.set(total, [path]);
  });
  const winners: number[] = [];
  for (const total of [...totals.keys()].sort((a, b) => b - a)) {
    const after = total === page.after?.total ? page.after.path : "";
    const left = page.limit - winners.length;
    const equals = totals.get(total)!;
    winners.push(...(equals.length > left || after !== "" ? firstByName(visits, equals, after, left) : equals));
    if (winners.length >= page.limit) break;
  }
  return packPaths(
    visits,
    window,
    winners.sort((a, b) => a - b),
  );
}

/** The first `count` of these paths by name, after the name `after`. Holds few names at once. */
function firstByName(visits: KeptVisits, paths: readonly number[], after: string, count: number): number[] {
  const nameOf = namesOf(visits);
  let first: Array<readonly [string, number]> = [];
  const cut = () => {
    first = first.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, count);
  };
  for (const path of paths) {
    const name = nameOf(path);
    if (name > after) first.push([name, path]);
    if (first.length > 2 * count + 1_000) cut();
  }
  cut();
  return first.map(([, path]) => path);
}
