import type { AgentRow } from "../domain-visits/agent-rows";
import { dayNumber } from "../../lib/time/time";
import type { Window } from "../core/window";
import { visitsOf, type VisitsEnv } from "../count/visits-of";

/** A verified crawler's days, since 1970. */
export interface CrawlerRead {
  /** The crawler's number. */
  crawler: number;
  /** The last day on which it read the page. */
  last: number;
  /** The first one after the day that was asked about; 0: none. */
  next: number;
}

export interface PageRead {
  /** Visits in the window, without spoofed ones. */
  visits: number;
  /** The first day on which anybody but an impostor is known to have come; 0: none. */
  first: number;
  reads: CrawlerRead[];
}

/** A day on which a verified crawler read a page. */
export interface ReadDay {
  path: string;
  /** The crawler's name in the catalogue. */
  token: string;
  /** Since 1970. */
  day: number;
}

/** The days on which verified crawlers read up to READ_PAGES pages, in all kept days, in order. */
export async function readDays(env: VisitsEnv, domainId: string, paths: readonly string[]): Promise<ReadDay[]> {
  const { days, agents } = await visitsOf(env, domainId).readDays(paths);
  const tokens = new Map(agents.map(({ no, token }) => [no, token]));
  const found = new Map<string, ReadDay>();
  for (let i = 0; i < days.length; i += 3) {
    const [path, token, day] = [paths[days[i]!]!, tokens.get(days[i + 1]!)!, days[i + 2]!];
    found.set(`${days[i]} ${token} ${day}`, { path, token, day });
  }
  return [...found.values()].sort((a, b) => a.day - b.day);
}

/** Pages per call of the object. */
export const READ_PAGES = 5_000;

/**
 * How verified crawlers read up to READ_PAGES pages. `at`: the time that a page's visits are compared with, epoch ms (0: none).
 * `isFull`: a page without visits may have some that were counted with others.
 */
export async function pageReads(
  env: VisitsEnv,
  domainId: string,
  pages: ReadonlyArray<{ path: string; at: number }>,
  window: Window,
): Promise<{ pages: PageRead[]; crawlers: AgentRow[]; isFull: boolean }> {
  const asked = {
    paths: pages.map(({ path }) => path),
    days: Uint16Array.from(pages, ({ at }) => (at === 0 ? 0 : dayNumber(at))),
  };
  const { visits, ends, firsts, reads, agents, isFull } = await visitsOf(env, domainId).reads(asked, window);
  const readsOf = (i: number) => {
    const own: CrawlerRead[] = [];
    for (let at = i === 0 ? 0 : ends[i - 1]!; at < ends[i]!; at += 3)
      own.push({ crawler: reads[at]!, last: reads[at + 1]!, next: reads[at + 2]! });
    return own;
  };
  return {
    pages: pages.map((_, i) => ({ visits: visits[i] ?? 0, first: firsts[i] ?? 0, reads: readsOf(i) })),
    crawlers: agents,
    isFull,
  };
}
