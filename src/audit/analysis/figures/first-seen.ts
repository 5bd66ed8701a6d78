/** The figures of a run that are needed here. */
interface Previous {
  crawlStats: Record<string, unknown> | null;
}

/** Issue id → start of the first of the runs in a row that had it, epoch ms. */
export type FirstSeen = Record<string, number>;

/** When the issues of a run were first seen, based on the figures of the run before. `ids`: all issues of this run. */
export function firstSeen(ids: Iterable<string>, startedAt: number, previous: Previous | undefined): FirstSeen {
  const known = (previous?.crawlStats?.["firstSeen"] ?? {}) as FirstSeen;
  return Object.fromEntries([...new Set(ids)].sort().map((id) => [id, known[id] ?? startedAt]));
}
