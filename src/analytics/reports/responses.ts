import { dayText } from "../../lib/time/time";
import type * as z from "zod";
import type { DomainRow } from "../../accounts";
import { csvLines } from "../../lib/text/csv";
import type { ResponseCount, PathResponse } from "./response-rows";
import { nextCursor, readCursor } from "../core/page-cursor";
import type { VisitWay } from "../core/visit-way";
import { VERDICTS } from "../core/verdict";
import type { Window } from "../core/window";
import type { CrawlerResponsesResponse } from "../schemas";
import type { TotalRow } from "./total-rows";
import { visitsOf, type VisitsEnv } from "../count/visits-of";

/** Paths per call of the CSV export. */
const PATHS_A_PAGE = 1_000;

interface Answered {
  provider: string;
  servedBy: ResponseCount["source"];
  form: ResponseCount["form"];
  status: number | null;
  way: VisitWay;
  count: number;
}

/**
 * What crawlers requested and what they got: all responses by source, form and status, and the paths that the origin
 * answered, most responses first. Its visits by the cache and by renders are those of the other reports.
 */
export async function responsesReport(
  env: VisitsEnv,
  domain: DomainRow,
  window: Window,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<z.input<typeof CrawlerResponsesResponse>> {
  const visits = visitsOf(env, domain.id);
  const [{ counts, totals, since }, rows] = await Promise.all([
    visits.answers(window),
    // One more path than requested shows whether there are more.
    visits.pathResponses(window, { limit: limit + 1, after: readCursor(cursor) }),
  ]);
  const all = withServed(counts, totals);
  const honest = all.filter(({ verdict }) => verdict !== VERDICTS.spoofed);
  const sum = (of: ReadonlyArray<{ count: number }>) => of.reduce((total, { count }) => total + count, 0);
  const byProvider = grouped(honest, ({ provider, servedBy, form, status, way }) => [
    provider,
    servedBy,
    form,
    status,
    way,
  ]);
  const paths = [...Map.groupBy(rows, ({ path }) => path)];
  const shown = paths
    .slice(0, limit)
    .map(([path, own]) => ({ path, count: own[0]!.total, answers: own.map(shownAnswer) }));
  const last = shown.at(-1);
  return {
    total: sum(honest),
    spoofed: sum(all) - sum(honest),
    byAnswer: grouped(honest, ({ servedBy, form, status, way }) => [servedBy, form, status, way]).map(
      ({ servedBy, form, status, way, count }) => ({ servedBy, form, status, way, count }),
    ),
    ways: waysOf(all),
    countedSince: since === null ? null : dayText(since),
    byProvider,
    originPaths: shown,
    nextCursor: nextCursor(last && { total: last.count, path: last.path }, paths.length > limit),
  };
}

/** The paths that the origin answered as CSV: one line per path, source, form, status and provider. */
export async function* responsesCsv(env: VisitsEnv, domain: DomainRow, window: Window): AsyncGenerator<string> {
  yield csvLines([["path", "servedBy", "form", "status", "provider", "count"]]);
  for (let after: { total: number; path: string } | undefined; ;) {
    const rows: PathResponse[] = await visitsOf(env, domain.id).pathResponses(window, { limit: PATHS_A_PAGE, after });
    yield csvLines(
      rows.map(({ path, source, form, status, provider, count }) => [path, source, form, status, provider, count]),
    );
    const last = rows.at(-1);
    if (!last || new Set(rows.map(({ path }) => path)).size < PATHS_A_PAGE) return;
    after = { total: last.total, path: last.path };
  }
}

const shownAnswer = ({ source, form, status, provider, count }: PathResponse): Answered => ({
  servedBy: source,
  form,
  status: status || null,
  provider,
  // Visits that a site reports have no response of ours.
  way: "connected",
  count,
});

type Judged = Answered & { verdict: number };

const UNKNOWN_ANSWER = { form: "page", status: null, way: "connected", count: 0 } as const;

/** Requests by the way in which they became known, and how many of them the cache answered. */
function waysOf(all: readonly Judged[]) {
  const of = (way: VisitWay) => {
    const own = all.filter((row) => row.way === way);
    const sum = (rows: readonly Judged[]) => rows.reduce((total, { count }) => total + count, 0);
    const honest = own.filter(({ verdict }) => verdict !== VERDICTS.spoofed);
    const requests = sum(honest);
    return {
      requests,
      visits: sum(honest.filter(({ servedBy }) => servedBy === "cache" || servedBy === "render")),
      cacheHits: sum(honest.filter(({ servedBy }) => servedBy === "cache")),
      spoofed: sum(own) - requests,
    };
  };
  return { connected: of("connected"), reported: of("reported"), imported: of("imported") };
}

/**
 * The counts of responses, plus visits that only the visit counts have: those served by the cache and by renders before
 * responses were counted.
 */
function withServed(counts: readonly ResponseCount[], totals: readonly TotalRow[]): Judged[] {
  const known = counts.map(({ source, status, ...rest }) => ({ ...rest, servedBy: source, status: status || null }));
  const rest = new Map<string, Judged>();
  const add = (provider: string, verdict: number, servedBy: "cache" | "render", count: number) => {
    const key = `${servedBy} ${verdict} ${provider}`;
    const row = rest.get(key) ?? ({ provider, verdict, servedBy, ...UNKNOWN_ANSWER } as const);
    rest.set(key, { ...row, count: row.count + count });
  };
  for (const { provider, verdict, cache, render } of totals) {
    add(provider, verdict, "cache", cache);
    add(provider, verdict, "render", render);
  }
  for (const { provider, verdict, servedBy, count } of known)
    if (servedBy === "cache" || servedBy === "render") add(provider, verdict, servedBy, -count);
  return [...known, ...[...rest.values()].filter(({ count }) => count > 0)];
}

/** Sums of rows with equal names, highest first. */
function grouped(rows: readonly Answered[], names: (row: Answered) => Array<string | number | null>): Answered[] {
  const sums = new Map<string, Answered>();
  for (const row of rows) {
    const key = JSON.stringify(names(row));
    const sum = sums.get(key);
    const { provider, servedBy, form, status, way, count } = row;
    if (sum) sum.count += count;
    else sums.set(key, { provider, servedBy, form, status, way, count });
  }
  return [...sums].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1)).map(([, sum]) => sum);
}
