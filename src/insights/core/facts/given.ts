import { dayNumber } from "../../../lib/time/time";

/** Days on which crawlers read pages, in order. */
export interface ReadOn {
  path: string;
  token: string;
  day: number;
}

export interface Given {
  crawler: string;
  /** The last day on which it was surely given this version, since 1970. */
  day: number;
  /** The first day on which it surely got a later one; null: none is known. */
  since: number | null;
}

/**
 * Which of these crawlers was given a version of a page. Visits are known by day, so those on the day on which it came or went
 * do not count. The crawler that was given it last comes first.
 */
export function givenTo(
  { path, from, to }: { path: string; from: number; to: number | null },
  crawlers: readonly string[],
  reads: readonly ReadOn[],
): Given[] {
  const last = to === null ? Number.POSITIVE_INFINITY : dayNumber(to);
  const found = crawlers.flatMap((crawler): Given[] => {
    const own = reads.filter((read) => read.path === path && read.token === crawler);
    const day = own.findLast((read) => read.day > dayNumber(from) && read.day < last)?.day;
    return day === undefined ? [] : [{ crawler, day, since: own.find((read) => read.day > last)?.day ?? null }];
  });
  return found.sort((a, b) => b.day - a.day);
}
