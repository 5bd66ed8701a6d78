import { OTHER_PATHS } from "../core/visit-path";
import { addCounter, addPacked, packCounters, type Counters } from "../core/packed/counters";
import type { DaySpan } from "./cell-rows";
import { COUNTED } from "./packed-batch";

/** Counters that are not merged yet, by day. */
export type FreshDays = ReadonlyMap<number, Counters>;

/** Paths per day whose origin responses are counted separately. Those of further paths count under `(other)`. */
export const MAX_ANSWER_PATHS = 2_000;

/** A day's sums without paths are one row. Those by path are in the rows after it, which few reports read. */
const DAY_STEP = 1_024;
const BY_PATH = 1;
const PART_LENGTH = 200_000;
type Kind = (typeof COUNTED)[keyof typeof COUNTED];
const isByPath = (key: string) => key.startsWith(COUNTED.pathAnswer) || key.startsWith(COUNTED.violation);

/** The counters of one kind on each of these days that has any, oldest first. */
export function* countersOf(
  sql: SqlStorage,
  fresh: FreshDays,
  days: DaySpan,
  kind: Kind,
): Generator<readonly [day: number, Counters]> {
  const unmerged = [...fresh.keys()].filter((day) => day >= days.firstDay && day <= days.lastDay).sort((a, b) => a - b);
  const withFresh = function* (day: number, counters: Counters) {
    addLimited(
      counters,
      [...(fresh.get(day) ?? [])].filter(([key]) => key.startsWith(kind)),
    );
    if (counters.size > 0) yield [day, counters] as const;
  };
  for (const [day, counters] of storedCounters(sql, days, kind)) {
    while (unmerged[0]! < day) yield* withFresh(unmerged.shift()!, new Map());
    if (unmerged[0] === day) unmerged.shift();
    yield* withFresh(day, counters);
  }
  for (const day of unmerged) yield* withFresh(day, new Map());
}

/** Days that have counters: the first that is merged, and all that are not. */
export function countedDays(sql: SqlStorage, fresh: FreshDays): number[] {
  const { part } = sql.exec<{ part: number | null }>("SELECT min(part) AS part FROM visit_day").one();
  return [...(part === null ? [] : [Math.floor(part / DAY_STEP)]), ...fresh.keys()];
}

/** The same of those that are merged, read day by day. */
function* storedCounters(sql: SqlStorage, { firstDay, lastDay }: DaySpan, kind: Kind) {
  const rows = sql.exec<{ part: number; counters: string }>(
    `SELECT part, counters FROM visit_day
     WHERE part >= ? AND part < ? AND part % ${DAY_STEP} ${isByPath(kind) ? ">=" : "<"} ${BY_PATH} ORDER BY part`,
    Math.max(0, firstDay) * DAY_STEP,
    (lastDay + 1) * DAY_STEP,
  );
  let last: readonly [day: number, Counters] | null = null;
  for (const { part, counters } of rows) {
    const day = Math.floor(part / DAY_STEP);
    if (last && last[0] !== day) yield last;
    if (last?.[0] !== day) last = [day, new Map()];
    addPacked(last[1], counters, kind);
  }
  if (last) yield last;
}

const partsOf = (sql: SqlStorage, day: number, from: number, to: number): string[] =>
  sql
    .exec<{ counters: string }>(
      "SELECT counters FROM visit_day WHERE part >= ? AND part < ? ORDER BY part",
      day * DAY_STEP + from,
      day * DAY_STEP + to,
    )
    .toArray()
    .map(({ counters }) => counters);

/** Adds fresh counters to those of a day, of which only so many paths have responses of their own. */
function addLimited(counters: Counters, fresh: Iterable<readonly [string, readonly number[]]>): void {
  let paths: Set<string> | null = null;
  for (const [key, values] of fresh) {
    if (!key.startsWith(COUNTED.pathAnswer)) {
      addCounter(counters, key, values);
      continue;
    }
    paths ??= new Set([...counters.keys()].filter((each) => each.startsWith(COUNTED.pathAnswer)).map(pathOf));
    const path = pathOf(key);
    const isOther = path !== OTHER_PATHS && !paths.has(path) && paths.size >= MAX_ANSWER_PATHS;
    if (!isOther && path !== OTHER_PATHS) paths.add(path);
    addCounter(counters, isOther ? otherKey(key) : key, values);
  }
}

const pathOf = (key: string) => (JSON.parse(key.slice(1)) as [string])[0];
const otherKey = (key: string) => {
  const [, ...answer] = JSON.parse(key.slice(1)) as [string, ...unknown[]];
  return COUNTED.pathAnswer + JSON.stringify([OTHER_PATHS, ...answer]);
};

/** Adds fresh counters to the rows of their days. */
export function mergeDayRows(sql: SqlStorage, fresh: FreshDays): void {
  for (const [day, own] of fresh) {
    const all = [...own];
    const plain = all.filter(([key]) => !isByPath(key));
    const byPath = all.filter(([key]) => isByPath(key));
    if (plain.length > 0) mergeParts(sql, day, 0, BY_PATH, plain, Infinity);
    if (byPath.length > 0) mergeParts(sql, day, BY_PATH, DAY_STEP, byPath, PART_LENGTH);
  }
}

function mergeParts(
  sql: SqlStorage,
  day: number,
  from: number,
  to: number,
  fresh: Array<[string, number[]]>,
  length: number,
): void {
  const before = partsOf(sql, day, from, to);
  const counters: Counters = new Map();
  for (const text of before) addPacked(counters, text);
  addLimited(counters, fresh);
  for (const [i, text] of packCounters(counters, length).entries())
    if (text !== before[i])
      sql.exec(
        `INSERT INTO visit_day (part, counters) VALUES (?, ?)
         ON CONFLICT (part) DO UPDATE SET counters = excluded.counters`,
        day * DAY_STEP + from + i,
        text,
      );
}

/** Deletes the counters of the days before `day`. */
export function pruneDays(sql: SqlStorage, day: number): void {
  sql.exec("DELETE FROM visit_day WHERE part < ?", day * DAY_STEP);
}
