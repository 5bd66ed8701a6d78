import { DAY_MS } from "../../lib/time/time";

/** What an entry of the list is about. */
export const AREAS = [
  "issue",
  "waste",
  "unseen",
  "fix",
  "question",
  "unread",
  "fact",
  "violation",
  "stopped",
  "render",
] as const;
export type Area = (typeof AREAS)[number];

/** What doing an entry's thing may bring in 30 days. */
export interface Gain {
  /** Crawler visits that meet it. */
  visits: number;
  /** Answers that cite the pages, or that could have cited one. */
  citations: number;
  /** Of Health; null: it is not about the audit. */
  points: number | null;
}

/** Something that may be worth doing. Texts are ours; strangers' texts are in `examples` alone. */
export interface FirstCause {
  /** The same from day to day. */
  id: string;
  area: Area;
  title: string;
  gain: Gain;
  evidence: string;
  examples: string[];
  todo: string;
  /** The dashboard's page that shows it. */
  page: string;
  /** What it is worth beside the others: percent of Health, of visits or of answers. */
  weight: number;
  /** From 1, the evidence is enough to claim it. */
  strength: number;
}

/** A cause on the list. `since`: the day on which it came onto it. */
export type Entry = Omit<FirstCause, "strength"> & { since: string };

/** An entry that the data say is done. */
export interface DoneEntry {
  id: string;
  area: Area;
  title: string;
  day: string;
}

export interface FirstList {
  entries: Entry[];
  done: DoneEntry[];
}

export const MOST_ENTRIES = 7;
const MOST_OF_AREA = 3;
/** An entry gives way only to one that is worth more by this factor. */
const OVERTAKES = 1.25;
/** An entry stays until its evidence is half of what it needed to come. */
const STAYS_FROM = 0.5;
const DONE_DAYS = 7;

/**
 * The list of today from that of last time. Those that were on it keep their order and their places, unless another one is worth
 * clearly more: counts that move a little move nothing. `isOver`: whether the data say that an entry which is no cause now is done;
 * if they say nothing, it only leaves. The same arguments give the same list.
 */
export function chooseFirst(
  causes: readonly FirstCause[],
  before: FirstList | null,
  { day, isOver }: { day: string; isOver: (entry: Entry) => boolean },
): FirstList {
  const known = new Map(causes.map((cause) => [cause.id, cause]));
  const old = before?.entries ?? [];
  const held = new Map(old.map(({ id, since }) => [id, since]));
  const kept = old.flatMap(({ id }) => {
    const cause = known.get(id);
    return cause && cause.strength >= STAYS_FROM ? [cause] : [];
  });
  const fresh = causes.filter(({ id, strength }) => strength >= 1 && !held.has(id));
  fresh.sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1));
  const ranked = ordered(kept);
  for (const cause of fresh) insert(ranked, cause, held);
  const entries = bounded(ranked).map((cause) => entryOf(cause, held.get(cause.id) ?? day));
  const present = new Set(ranked.map(({ id }) => id));
  const over = old.filter((entry) => !present.has(entry.id) && isOver(entry));
  const earliest = Date.parse(day) - DONE_DAYS * DAY_MS;
  const earlier = (before?.done ?? []).filter(
    ({ id, day: then }) => !present.has(id) && !over.some((each) => each.id === id) && Date.parse(then) > earliest,
  );
  const done = [...over.map(({ id, area, title }) => ({ id, area, title, day })), ...earlier].slice(0, MOST_ENTRIES);
  return { entries, done };
}

function entryOf(cause: FirstCause, since: string): Entry {
  const { strength: _, ...entry } = cause;
  return { ...entry, since };
}

/** Each moves up past those before it that it is clearly worth more than. Doing it again changes nothing. */
function ordered(kept: readonly FirstCause[]): FirstCause[] {
  const list: FirstCause[] = [];
  for (const cause of kept) {
    let at = list.length;
    while (at > 0 && cause.weight > list[at - 1]!.weight * OVERTAKES) at--;
    list.splice(at, 0, cause);
  }
  return list;
}

/** A newcomer passes the held ones that it is clearly worth more than, and stays below the newcomers before it. */
function insert(list: FirstCause[], cause: FirstCause, held: ReadonlyMap<string, string>): void {
  let at = list.length;
  while (at > 0 && held.has(list[at - 1]!.id) && cause.weight > list[at - 1]!.weight * OVERTAKES) at--;
  list.splice(at, 0, cause);
}

function bounded(ranked: readonly FirstCause[]): FirstCause[] {
  const counts = new Map<Area, number>();
  const shown: FirstCause[] = [];
  for (const cause of ranked) {
    const count = counts.get(cause.area) ?? 0;
    if (count === MOST_OF_AREA || shown.length === MOST_ENTRIES) continue;
    counts.set(cause.area, count + 1);
    shown.push(cause);
  }
  return shown;
}
