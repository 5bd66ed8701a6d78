import type { DomainRow } from "../accounts";
import { csvLines } from "../lib/csv";
import { canonicalPath, foldText } from "./core/visit-path";
import type { Window } from "./core/window";
import { slotCounts, type AgentRow, type PathFilter, type PathVisits } from "./report-repo";
import type { ServedBy } from "./record-visits";
import type { ProviderCount } from "./schemas";
import { visitsOf, type VisitsEnv } from "./visits-of";

export interface BotsReport {
  byProvider: Array<{ path: string } & ProviderCount>;
  byServedBy: Array<{ path: string; servedBy: ServedBy; count: number }>;
  /** Visits whose user agent names a crawler that they did not come from. No other count includes them. */
  spoofed: { total: number; byProvider: ProviderCount[] };
  /** Where a report with a `limit` continues; null at the end. */
  nextCursor?: string | null;
}

/** A provider's visits to a path, by what served them. */
interface ProviderVisits extends ProviderCount {
  cache: number;
  render: number;
}

interface PathReport {
  path: string;
  total: number;
  /** Most frequent first. */
  providers: ProviderVisits[];
}

interface BotsFilter {
  path?: string;
  search?: string;
  /**
   * The maximum number of paths, starting after `cursor`; all paths if omitted. `spoofed` covers all paths either way.
   */
  limit?: number;
  cursor?: string;
}

/** Visits by path and provider, and by path and `servedBy`; most visited paths first. */
export async function botsReport(
  env: VisitsEnv,
  domain: DomainRow,
  window: Window,
  filter: BotsFilter,
): Promise<BotsReport> {
  const { paths, spoofed, next } = await pathReports(env, domain, window, filter);
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
  return filter.limit === undefined ? answer : { ...answer, nextCursor: next };
}

/** The same report as CSV, with one line per path and provider. It contains no spoofed visits. */
export async function botsCsv(env: VisitsEnv, domain: DomainRow, window: Window, filter: BotsFilter): Promise<string> {
  const { paths } = await pathReports(env, domain, window, filter);
  const lines = paths.flatMap(({ path, providers }) =>
    providers.map(({ provider, count, cache, render }) => [path, provider, count, cache, render]),
  );
  return csvLines([["path", "provider", "count", "cache", "render"], ...lines]);
}

async function pathReports(env: VisitsEnv, domain: DomainRow, window: Window, { limit, cursor, ...asked }: BotsFilter) {
  const filter = {
    path: asked.path === undefined ? undefined : (canonicalPath(asked.path) ?? asked.path),
    search: asked.search === undefined ? undefined : foldText(asked.search),
  };
  const visits = visitsOf(env, domain.id);
  const [rows, crawlers] = await Promise.all([
    limit === undefined
      ? allPaths(visits, window, filter)
      : // One more row than requested shows whether there are more.
        visits.topPaths(window, filter, { limit: limit + 1, after: readCursor(cursor) }),
    visits.crawlers(window, filter),
  ]);
  const agents = agentsByNumber(crawlers.agents);
  const spoofed = new Map<string, number>();
  for (const { agent, count } of crawlers.spoofed) {
    const { provider } = agents.get(agent)!;
    spoofed.set(provider, (spoofed.get(provider) ?? 0) + count);
  }
  const all = rows
    .map((row) => pathReport(row, agents))
    .sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
  const paths = all.slice(0, limit);
  const last = paths.at(-1);
  return { paths, spoofed, next: last && all.length > paths.length ? `${last.total}${last.path}` : null };
}

/** Visits of all paths, page by page. */
async function allPaths(
  visits: ReturnType<typeof visitsOf>,
  window: Window,
  filter: PathFilter,
): Promise<PathVisits[]> {
  const rows: PathVisits[] = [];
  for (let after: string | null = ""; after !== null;) {
    const page = await visits.paths(window, filter, after);
    for (const row of page.rows) rows.push(row);
    after = page.next;
  }
  return rows;
}

/** Crawlers by the number that the counts name them with. */
export function agentsByNumber(rows: readonly AgentRow[]): Map<number, AgentRow> {
  return new Map(rows.map((row) => [row.no, row]));
}

/** A cursor consists of the last path's visit count and the path. */
function readCursor(cursor: string | undefined): { total: number; path: string } | undefined {
  const parts = cursor === undefined ? null : /^(\d+)(.+)$/s.exec(cursor);
  return parts ? { total: Number(parts[1]), path: parts[2]! } : undefined;
}

function pathReport({ path, counts }: PathVisits, agents: ReadonlyMap<number, AgentRow>): PathReport {
  const byProvider = new Map<string, ProviderVisits>();
  let total = 0;
  for (const { agent, spoofed, cache, render } of slotCounts(counts)) {
    if (spoofed) continue;
    const { provider } = agents.get(agent)!;
    const visits = byProvider.get(provider) ?? { provider, count: 0, cache: 0, render: 0 };
    visits.count += cache + render;
    visits.cache += cache;
    visits.render += render;
    byProvider.set(provider, visits);
    total += cache + render;
  }
  return { path, total, providers: [...byProvider.values()].sort(byCount) };
}

/** Counts by provider, highest first; equal counts by name. */
export function providerCounts(counts: ReadonlyMap<string, number>): ProviderCount[] {
  return [...counts].map(([provider, count]) => ({ provider, count })).sort(byCount);
}

function byCount(a: ProviderCount, b: ProviderCount): number {
  return b.count - a.count || (a.provider < b.provider ? -1 : 1);
}
