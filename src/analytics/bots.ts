import type { DomainRow } from "../accounts";
import type { Db } from "../db/client";
import { csvLines } from "../lib/csv";
import { canonicalPath, foldText } from "./core/visit-path";
import type { Window } from "./core/window";
import { agentsByNumber, pathVisits } from "./report-repo";
import type { ServedBy } from "./record-visits";

export interface ProviderCount {
  provider: string;
  count: number;
}

export interface BotsReport {
  byProvider: Array<{ path: string } & ProviderCount>;
  byServedBy: Array<{ path: string; servedBy: ServedBy; count: number }>;
  /** Visits that named a crawler which they did not come from; in none of the other counts. */
  spoofed: { total: number; byProvider: ProviderCount[] };
}

/** What each provider's visits of a path were served by. */
interface ProviderVisits extends ProviderCount {
  cache: number;
  render: number;
}

interface PathReport {
  path: string;
  total: number;
  /** The most frequent first. */
  providers: ProviderVisits[];
}

interface PathFilter {
  path?: string;
  search?: string;
}

/** Visits by path and provider, and by path and `servedBy`; the most visited paths first. */
export async function botsReport(db: Db, domain: DomainRow, window: Window, filter: PathFilter): Promise<BotsReport> {
  const { paths, spoofed } = await pathReports(db, domain, window, filter);
  const answer: BotsReport = {
    byProvider: [],
    byServedBy: [],
    spoofed: { total: [...spoofed.values()].reduce((sum, n) => sum + n, 0), byProvider: providerCounts(spoofed) },
  };
  for (const { path, providers } of paths) {
    const served = { cache: 0, render: 0 };
    for (const { provider, count, cache, render } of providers) {
      answer.byProvider.push({ path, provider, count });
      served.cache += cache;
      served.render += render;
    }
    if (served.cache > 0) answer.byServedBy.push({ path, servedBy: "cache", count: served.cache });
    if (served.render > 0) answer.byServedBy.push({ path, servedBy: "render", count: served.render });
  }
  return answer;
}

/** The same as CSV: a line for each path and provider. Spoofed visits are in none. */
export async function botsCsv(db: Db, domain: DomainRow, window: Window, filter: PathFilter): Promise<string> {
  const { paths } = await pathReports(db, domain, window, filter);
  const lines = paths.flatMap(({ path, providers }) =>
    providers.map(({ provider, count, cache, render }) => [path, provider, count, cache, render]),
  );
  return csvLines([["path", "provider", "count", "cache", "render"], ...lines]);
}

async function pathReports(db: Db, domain: DomainRow, window: Window, filter: PathFilter) {
  const [rows, agents] = await Promise.all([
    pathVisits(db, domain.id, window, {
      path: filter.path === undefined ? undefined : (canonicalPath(filter.path) ?? filter.path),
      search: filter.search === undefined ? undefined : foldText(filter.search),
    }),
    agentsByNumber(db),
  ]);
  const spoofed = new Map<string, number>();
  const paths = rows.map(({ path, counts }): PathReport => {
    const byProvider = new Map<string, ProviderVisits>();
    let total = 0;
    for (const { agent, spoofed: isSpoofed, cache, render } of counts) {
      const { provider } = agents.get(agent)!;
      const count = cache + render;
      if (isSpoofed) {
        spoofed.set(provider, (spoofed.get(provider) ?? 0) + count);
        continue;
      }
      const visits = byProvider.get(provider) ?? { provider, count: 0, cache: 0, render: 0 };
      visits.count += count;
      visits.cache += cache;
      visits.render += render;
      byProvider.set(provider, visits);
      total += count;
    }
    return { path, total, providers: [...byProvider.values()].sort(byCount) };
  });
  paths.sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
  return { paths, spoofed };
}

/** Counts by provider, the highest first, equal ones by name. */
export function providerCounts(counts: ReadonlyMap<string, number>): ProviderCount[] {
  return [...counts].map(([provider, count]) => ({ provider, count })).sort(byCount);
}

function byCount(a: ProviderCount, b: ProviderCount): number {
  return b.count - a.count || (a.provider < b.provider ? -1 : 1);
}
