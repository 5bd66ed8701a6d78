import type * as z from "zod";
import type { DomainRow } from "../../accounts";
import { foldText, countedPaths } from "../core/visit-path";
import { nextCursor, readCursor } from "../core/page-cursor";
import type { Window } from "../core/window";
import { byProviderCsv, byProviderJson, byServedByJson, inPieces, servedBy, type RankedPath } from "./bots-pieces";
import type { AgentRow } from "../domain-visits/agent-rows";
import type { PathFilter } from "../domain-visits/matching-paths";
import { unpackPaths, type PathsVisits, type PathVisits } from "./report-rows";
import type { BotsResponse, ProviderCount } from "../schemas";
import { visitsOf, type VisitsEnv } from "../count/visits-of";

/** The content of the report's text. */
export type BotsReport = z.infer<typeof BotsResponse>;

interface BotsFilter {
  path?: string;
  search?: string;
  /**
   * The maximum number of paths, starting after `cursor`; `atMost` if omitted. `spoofed` covers all paths either way.
   */
  limit?: number;
  /** The maximum number of paths without `limit`; all if omitted. */
  atMost?: number;
  cursor?: string;
}

/**
 * Visits by path and provider, and by path and `servedBy`; most visited paths first. Everything is read at once, and
 * the JSON text (`BotsResponse`) is built only as fast as it is sent, so memory does not grow with it.
 */
export async function botsReport(env: VisitsEnv, domain: DomainRow, window: Window, filter: BotsFilter) {
  const { paths, agents, spoofed, next } = await pathReports(env, domain, window, filter);
  const rest = {
    spoofed: { total: [...spoofed.values()].reduce((sum, n) => sum + n, 0), byProvider: providerCounts(spoofed) },
    ...(filter.limit === undefined && next === null ? {} : { nextCursor: next }),
  };
  return (async function* () {
    yield* inPieces(reportTexts(paths, agents, rest));
  })();
}

function* reportTexts(paths: readonly RankedPath[], agents: ReadonlyMap<number, AgentRow>, rest: object) {
  yield '{"byProvider":';
  yield* byProviderJson(paths, agents);
  yield ',"byServedBy":';
  yield* byServedByJson(paths);
  yield `,${JSON.stringify(rest).slice(1)}`;
}

/** The same report as CSV, with one line per path and provider. It contains no spoofed visits. */
export async function botsCsv(env: VisitsEnv, domain: DomainRow, window: Window, filter: BotsFilter) {
  const { paths, agents } = await pathReports(env, domain, window, filter);
  return (async function* () {
    yield* inPieces(byProviderCsv(paths, agents));
  })();
}

async function pathReports(env: VisitsEnv, domain: DomainRow, window: Window, asked: BotsFilter) {
  const limit = asked.limit ?? asked.atMost;
  const filter = {
    paths: asked.path === undefined ? undefined : countedPaths(asked.path, domain.ignoredParameters),
    search: asked.search === undefined ? undefined : foldText(asked.search),
  };
  const visits = visitsOf(env, domain.id);
  const [rows, crawlers] = await Promise.all([
    limit === undefined
      ? allPaths(visits, window, filter)
      : // One more row than requested shows whether there are more.
        visits.topPaths(window, filter, { limit: limit + 1, after: readCursor(asked.cursor) }).then(unpackPaths),
    visits.crawlers(window, filter),
  ]);
  const agents = agentsByNumber(crawlers.agents);
  const spoofed = new Map<string, number>();
  for (const { agent, count } of crawlers.spoofed) {
    const { provider } = agents.get(agent)!;
    spoofed.set(provider, (spoofed.get(provider) ?? 0) + count);
  }
  const all = rows.map(ranked).sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
  const paths = all.slice(0, limit);
  const last = paths.at(-1);
  return { paths, agents, spoofed, next: nextCursor(last, all.length > paths.length) };
}

function ranked({ path, counts }: PathVisits): RankedPath {
  const { cache, render } = servedBy(counts);
  return { path, total: cache + render, counts };
}

/** Visits to all paths, part by part. */
async function allPaths(
  visits: ReturnType<typeof visitsOf>,
  window: Window,
  filter: PathFilter,
): Promise<PathVisits[]> {
  const rows: PathVisits[] = [];
  for (let from: number | null = 0; from !== null;) {
    const page: PathsVisits & { next: number | null } = await visits.paths(window, filter, from);
    for (const row of unpackPaths(page)) rows.push(row);
    from = page.next;
  }
  return rows;
}

/** Crawlers by the number that the counts use for them. */
export function agentsByNumber(rows: readonly AgentRow[]): Map<number, AgentRow> {
  return new Map(rows.map((row) => [row.no, row]));
}

/** Counts by provider, highest first; equal counts by name. */
export function providerCounts(counts: ReadonlyMap<string, number>): ProviderCount[] {
  return [...counts].map(([provider, count]) => ({ provider, count })).sort(byCount);
}

function byCount(a: ProviderCount, b: ProviderCount): number {
  return b.count - a.count || (a.provider < b.provider ? -1 : 1);
}
