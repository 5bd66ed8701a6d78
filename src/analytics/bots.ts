import type { DomainRow } from "../accounts";
import type { Db } from "../db/client";
import { VERDICTS } from "./core/verdict";
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

interface PathReport {
  path: string;
  total: number;
  providers: ProviderCount[];
  cache: number;
  render: number;
}

/** Visits by path and provider, and by path and `servedBy`; the most visited paths first. */
export async function botsReport(
  db: Db,
  domain: DomainRow,
  window: Window,
  filter: { path?: string; search?: string },
): Promise<BotsReport> {
  const [rows, agents] = await Promise.all([
    pathVisits(db, domain.id, window, {
      path: filter.path === undefined ? undefined : (canonicalPath(filter.path) ?? filter.path),
      search: filter.search === undefined ? undefined : foldText(filter.search),
    }),
    agentsByNumber(db),
  ]);
  const spoofed = new Map<string, number>();
  const paths = rows.map(({ path, counts }) => {
    const report: PathReport = { path, total: 0, cache: 0, render: 0, providers: [] };
    const byProvider = new Map<string, number>();
    for (const [agent, verdict, cache, render] of counts) {
      const { provider } = agents.get(agent)!;
      const into = verdict === VERDICTS.spoofed ? spoofed : byProvider;
      into.set(provider, (into.get(provider) ?? 0) + cache + render);
      if (into === spoofed) continue;
      report.total += cache + render;
      report.cache += cache;
      report.render += render;
    }
    report.providers = providerCounts(byProvider);
    return report;
  });
  paths.sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
  const answer: BotsReport = {
    byProvider: [],
    byServedBy: [],
    spoofed: { total: [...spoofed.values()].reduce((sum, n) => sum + n, 0), byProvider: providerCounts(spoofed) },
  };
  for (const { path, providers, cache, render } of paths) {
    for (const { provider, count } of providers) answer.byProvider.push({ path, provider, count });
    if (cache > 0) answer.byServedBy.push({ path, servedBy: "cache", count: cache });
    if (render > 0) answer.byServedBy.push({ path, servedBy: "render", count: render });
  }
  return answer;
}

/** Counts by provider, the highest first, equal ones by name. */
export function providerCounts(counts: ReadonlyMap<string, number>): ProviderCount[] {
  return [...counts]
    .map(([provider, count]) => ({ provider, count }))
    .sort((a, b) => b.count - a.count || (a.provider < b.provider ? -1 : 1));
}
