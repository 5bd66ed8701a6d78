import { VERDICTS } from "../core/verdict";
import { MAX_PATHS } from "../core/visit-path";
import { agentOfName, verdictOfName } from "../core/packed/cell-keys";
import type { Window } from "../core/window";
import { COUNTED } from "../domain-visits/packed-batch";
import { eachPath, keptCounters, type KeptVisits } from "../domain-visits/kept-visits";
import { matchingPaths, namesOf, usedPaths, type PathFilter } from "../domain-visits/matching-paths";

/** The days of a report, since 1970, both inclusive. */
export type DayRange = Pick<Window, "firstDay" | "lastDay">;

export interface PathVisits {
  path: string;
  /** Visits by crawler, as `slotCounts` reads them. */
  counts: Uint32Array;
}

/** The visits of several paths, as few values: the numbers of path `i` end at `ends[i]`. */
export interface PathsVisits {
  paths: string[];
  ends: Uint32Array;
  numbers: Uint32Array;
}

/** Each path with its own numbers. */
export function unpackPaths({ paths, ends, numbers }: PathsVisits): PathVisits[] {
  return paths.map((path, i) => ({ path, counts: numbers.subarray(i === 0 ? 0 : ends[i - 1], ends[i]) }));
}

/** Numbers of paths per call of a report over all paths. A part has a few megabytes. */
const PATHS_A_PAGE = 8_192;

/** Where a report over all paths continues; null at the end. */
interface Continued {
  next: number | null;
}

/** The number after the last path of a part. */
const endOf = (from: number) => Math.min(from + PATHS_A_PAGE, MAX_PATHS + 1);
const continued = ({ store }: KeptVisits, end: number): Continued => ({ next: end < store.paths.end ? end : null });

/** Visits of each path in a window, for some of the paths: those whose numbers are from `from` on. */
export function pathVisits(
  visits: KeptVisits,
  window: DayRange,
  filter: PathFilter,
  from = 0,
): PathsVisits & Continued {
  const end = filter.paths ? Infinity : endOf(from);
  const part = packPaths(visits, window, matchingPaths(visits, filter, from, end));
  return { ...part, ...continued(visits, end) };
}

/** The visits of these paths, which are in order. */
export function packPaths(visits: KeptVisits, window: DayRange, matching: Iterable<number>): PathsVisits {
  const paths: string[] = [];
  const ends: number[] = [];
  const numbers: number[] = [];
  const nameOf = namesOf(visits);
  eachPath(visits, window, matching, (path, sums) => {
    paths.push(nameOf(path));
    sums.drain(numbers);
    ends.push(numbers.length);
  });
  return { paths, ends: Uint32Array.from(ends), numbers: Uint32Array.from(numbers) };
}

/** Spoofed visits by crawler. For all paths, the domain's totals already contain them. */
export function spoofedVisits(
  visits: KeptVisits,
  window: DayRange,
  filter: PathFilter,
): Array<{ agent: number; count: number }> {
  const counts = new Map<number, number>();
  const add = (name: number, count: number) => {
    if (verdictOfName(name) !== VERDICTS.spoofed) return;
    counts.set(agentOfName(name), (counts.get(agentOfName(name)) ?? 0) + count);
  };
  if (filter.paths === undefined && filter.search === undefined) {
    for (const [, counters] of keptCounters(visits, window, COUNTED.total))
      for (const [key, [cache, render]] of counters) add(Number(key.slice(1)), cache! + render!);
  } else {
    const numbers: number[] = [];
    eachPath(visits, window, matchingPaths(visits, filter), (_, sums) => {
      sums.drain(numbers);
      for (let i = 0; i < numbers.length; i += 3) add(numbers[i]!, numbers[i + 1]! + numbers[i + 2]!);
      numbers.length = 0;
    });
  }
  return [...counts].map(([agent, count]) => ({ agent, count }));
}

/** A path with its visits in a window. */
export interface VisitedPath {
  path: string;
  count: number;
  /** The last served HTTP status; null if unknown. */
  status: number | null;
  /** When that was, epoch ms; 0 if unknown. */
  statusAt: number;
}

/**
 * Visits of each path in a window without spoofed ones, with the last served status, for some of the paths: those whose
 * numbers are from `from` on.
 */
export function pathTotals(visits: KeptVisits, window: DayRange, from: number): { rows: VisitedPath[] } & Continued {
  const rows: VisitedPath[] = [];
  const nameOf = namesOf(visits);
  const end = endOf(from);
  eachPath(visits, window, usedPaths(visits, Math.max(1, from), end), (path, sums) => {
    const count = sums.takeHonest();
    if (count === 0) return;
    const [, , , , status, statusAt] = visits.store.paths.read(path);
    rows.push({ path: nameOf(path), status: status || null, statusAt, count });
  });
  return { rows, ...continued(visits, end) };
}
