/** What is kept of a run's analyses. */
interface Analyses {
  startedAt: number;
  crawlStats: Record<string, unknown> | null;
  robotsAnalysis: Record<string, unknown> | null;
  sitemapIssues: unknown[] | null;
}

/** Issue id → start of the first of the runs in a row that had it, epoch ms. */
export type FirstSeen = Record<string, number>;

const idsOf = (issues: unknown): string[] => (Array.isArray(issues) ? issues.map(({ id }: { id: string }) => id) : []);

/** When the issues of a run were first seen, from what the run before knew. `ids`: all issues of this run. */
export function firstSeen(ids: Iterable<string>, startedAt: number, previous: Analyses | undefined): FirstSeen {
  const known = previous ? seenBefore(previous) : {};
  return Object.fromEntries([...new Set(ids)].sort().map((id) => [id, known[id] ?? startedAt]));
}

/** A run of an earlier release did not keep it; then it saw its issues first. */
function seenBefore({ startedAt, crawlStats, robotsAnalysis, sitemapIssues }: Analyses): FirstSeen {
  const kept = crawlStats?.["firstSeen"] as FirstSeen | undefined;
  if (kept) return kept;
  const ids = [...idsOf(crawlStats?.["issueTotals"]), ...idsOf(robotsAnalysis?.["issues"]), ...idsOf(sitemapIssues)];
  return Object.fromEntries(ids.map((id) => [id, startedAt]));
}
