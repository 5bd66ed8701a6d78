import { addCounter, type Counters } from "../core/packed/counters";
import { cellKey, cellName } from "../core/packed/cell-keys";
import { VISIT_WAYS } from "../core/visit-way";
import { VERDICTS } from "../core/verdict";
import { OTHER_PATHS } from "../core/visit-path";
import type { RuledVisit } from "./counted-visit";

/** What a batch of visits adds to everything that is counted. All sums and limits, so the order of batches is free. */
export interface PackedBatch {
  /** Key and last day of each id, in turn. */
  ids: Array<string | number>;
  /** Number and path of each new path. */
  paths: Array<readonly [number, string]>;
  states: PathState[];
  /** Key, cache and render of each cell. */
  cells: Array<readonly [number, number, number]>;
  /** Counters of each day. */
  days: Array<readonly [number, Array<readonly [string, readonly number[]]>]>;
}

/**
 * Number of a path; first and last day of its visits, without spoofed ones; last day of any; last status (0: unknown)
 * and its time.
 */
export type PathState = readonly [
  path: number,
  first: number,
  last: number,
  seen: number,
  status: number,
  statusAt: number,
];

/** The first day of a path that has only spoofed visits. */
export const NO_DAY = 65_535;

/** What the counters of a day count: the first letter of their keys. */
export const COUNTED = { total: "t", renderTime: "r", answer: "a", pathAnswer: "p", violation: "v" } as const;

/** What numbers stand for paths and crawlers. */
export interface Numbers {
  path: (visit: RuledVisit) => number;
  agent: (visit: RuledVisit) => number;
}

/** The batch of visits whose ids are new. `counted`: those on days that are kept. */
export function packBatch(
  ids: ReadonlyMap<bigint, number>,
  counted: readonly RuledVisit[],
  paths: PackedBatch["paths"],
  numbers: Numbers,
): PackedBatch {
  const cells = new Map<number, [number, number]>();
  const states = new Map<number, PathState>();
  const days = new Map<number, Counters>();
  for (const visit of counted) {
    const name = cellName(numbers.agent(visit), visit.verdict);
    const day = days.get(visit.day) ?? new Map<string, number[]>();
    days.set(visit.day, day);
    addCounter(day, answerKey(visit, name), [visit.visits]);
    if (visit.cache + visit.render === 0) continue;
    const path = numbers.path(visit);
    const key = cellKey(path, visit.day, name);
    const cell = cells.get(key) ?? [0, 0];
    cells.set(key, [cell[0] + visit.cache, cell[1] + visit.render]);
    addServed(day, visit, name, path);
    const state = stateOf(visit, path);
    const known = states.get(path);
    states.set(path, known ? mergedState(known, state) : state);
  }
  return {
    ids: [...ids].flatMap(([key, day]) => [key.toString(), day]),
    paths,
    states: [...states.values()],
    cells: [...cells].map(([key, [cache, render]]) => [key, cache, render] as const),
    days: [...days].map(([day, own]) => [day, [...own]] as const),
  };
}

function addServed(day: Counters, visit: RuledVisit, name: number, path: number): void {
  const { visits, cache, render, savedMs, renderMs, rule, line } = visit;
  const saved = savedMs === null ? [0, 0] : [savedMs * visits, visits];
  addCounter(day, `${COUNTED.total}${name}`, [cache, render, ...saved]);
  if (renderMs !== null) addCounter(day, `${COUNTED.renderTime}${renderMs}`, [visits]);
  if (rule !== null) addCounter(day, `${COUNTED.violation}${JSON.stringify([path, name >> 2, rule, line])}`, [visits]);
}

/** What the cache or a render answered is counted by path elsewhere, so here it has no path. */
function answerKey({ path, verdict, source, form, status, way = "connected" }: RuledVisit, name: number): string {
  const answer = [name, source, form, status ?? 0];
  // Only visits that the cache or a render answered come in other ways.
  const known = way === "connected" ? answer : [...answer, VISIT_WAYS.indexOf(way)];
  if (source !== "origin" && source !== "generated") return COUNTED.answer + JSON.stringify(known);
  return COUNTED.pathAnswer + JSON.stringify([verdict === VERDICTS.spoofed ? OTHER_PATHS : path, ...answer]);
}

function stateOf({ verdict, day, status, form, at }: RuledVisit, path: number): PathState {
  if (verdict === VERDICTS.spoofed) return [path, NO_DAY, 0, day, 0, 0];
  // A redirect of ours says nothing of the page, which is there.
  return status === null || form === "canonical_redirect"
    ? [path, day, day, day, 0, 0]
    : [path, day, day, day, status, at];
}

/** The state after both. */
export function mergedState(a: PathState, b: PathState): PathState {
  const latest = b[4] > 0 && (a[4] === 0 || b[5] > a[5]) ? b : a;
  return [a[0], Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3]), latest[4], latest[5]];
}
