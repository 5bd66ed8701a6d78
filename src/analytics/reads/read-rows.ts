import { agentOfName, lowOfKey, NAME_BITS, NAMES, verdictOfName } from "../core/packed/cell-keys";
import { VERDICTS } from "../core/verdict";
import { MAX_PATHS } from "../core/visit-path";
import { eachCells, type KeptVisits } from "../domain-visits/kept-visits";
import { NO_DAY } from "../domain-visits/packed-batch";
import type { DayRange } from "../reports/report-rows";

/** Pages, each with a day since 1970 that its visits are compared with; 0: none. */
export interface AskedPages {
  paths: string[];
  days: Uint16Array;
}

/** Which verified crawlers read the asked pages, as few values: the reads of page `i` end at `ends[i]`. */
export interface PackedReads {
  /** Visits of each page in the window, without spoofed ones. */
  visits: Uint32Array;
  ends: Uint32Array;
  /** The first day on which anybody but an impostor is known to have come; 0: none. */
  firsts: Uint16Array;
  /** Crawler, last day of a verified visit, first one after the page's own day (0: none), in turn. */
  reads: Uint32Array;
  /** The domain has so many paths that visits of others have none of their own. */
  isFull: boolean;
}

/** How each verified crawler read these pages in all kept days. */
export function packReads(visits: KeptVisits, { paths, days }: AskedPages, window: DayRange): PackedReads {
  const { store } = visits;
  const places = new Map<number, number[]>();
  for (const [i, path] of paths.entries()) {
    const number = store.pathNumber(path);
    if (number !== undefined) places.set(number, [...(places.get(number) ?? []), i]);
  }
  const found = new Map<number, ReturnType<typeof readsOf>>();
  for (const [number, cells] of eachCells(
    visits,
    [...places.keys()].sort((a, b) => a - b),
  )) {
    for (const place of places.get(number)!)
      found.set(place, readsOf(cells, { since: visits.since, day: days[place]!, window }));
  }
  const ends = new Uint32Array(paths.length);
  const reads: number[] = [];
  for (let i = 0; i < paths.length; i++) {
    for (const [agent, [last, next]] of found.get(i)?.reads ?? []) reads.push(agent, last, next);
    ends[i] = reads.length;
  }
  return {
    visits: Uint32Array.from(paths, (_, i) => found.get(i)?.visits ?? 0),
    ends,
    firsts: Uint16Array.from(paths, (path) => firstDayOf(visits, path)),
    reads: Uint32Array.from(reads),
    isFull: store.paths.count >= MAX_PATHS,
  };
}

function firstDayOf({ store }: KeptVisits, path: string): number {
  const number = store.pathNumber(path);
  if (number === undefined) return 0;
  const [, first] = store.paths.read(number);
  return first === NO_DAY ? 0 : first;
}

/** The days on which each verified crawler read these pages, of all kept days: page, crawler and day in turn, pages by their places. */
export function packReadDays(visits: KeptVisits, paths: readonly string[]): Uint32Array {
  const places = new Map(paths.flatMap((path, i) => [[visits.store.pathNumber(path) ?? -1, i] as const]));
  places.delete(-1);
  const days: number[] = [];
  for (const [number, cells] of eachCells(
    visits,
    [...places.keys()].sort((a, b) => a - b),
  ))
    for (let i = 0; i < cells.length; i += 3) {
      const low = lowOfKey(cells[i]!);
      const [day, name] = [low >> NAME_BITS, low % NAMES];
      if (day >= visits.since && verdictOfName(name) === VERDICTS.verified)
        days.push(places.get(number)!, agentOfName(name), day);
    }
  return Uint32Array.from(days);
}

/** Adds up a path's cells: its visits in the window, and each crawler's last verified day and first one after `day`. */
function readsOf(cells: readonly number[], { since, day, window }: { since: number; day: number; window: DayRange }) {
  const reads = new Map<number, [last: number, next: number]>();
  let visits = 0;
  for (let i = 0; i < cells.length; i += 3) {
    const low = lowOfKey(cells[i]!);
    const [own, name] = [low >> NAME_BITS, low % NAMES];
    const verdict = verdictOfName(name);
    if (own < since || verdict === VERDICTS.spoofed) continue;
    if (own >= window.firstDay && own <= window.lastDay) visits += cells[i + 1]! + cells[i + 2]!;
    if (verdict !== VERDICTS.verified) continue;
    const [last, next] = reads.get(agentOfName(name)) ?? [0, 0];
    const isNext = day > 0 && own > day && (next === 0 || own < next);
    reads.set(agentOfName(name), [Math.max(last, own), isNext ? own : next]);
  }
  return { visits, reads };
}
