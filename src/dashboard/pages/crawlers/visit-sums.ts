import type { ResponseOf } from "../../../client";
import type { ChartSeries } from "../../ui/charts/chart";
import type { Ways } from "./ways";
import { operatorWords, purposeWords } from "./crawler-words";

export type VisitDay = ResponseOf<"readBotsDaily">["daily"][number];

export type Split = "operator" | "purpose" | "proof";
export const SPLITS: readonly Split[] = ["operator", "purpose", "proof"];

/** Lines of one chart; the smallest are added up in the last. */
const MAX_SERIES = 5;

/** Visits of a day by name. */
function countsOf(day: VisitDay, split: Split): [name: string, count: number][] {
  if (split === "operator") return day.providers.map(({ provider, count }) => [operatorWords(provider), count]);
  if (split === "purpose") return (day.purposes ?? []).map(({ kind, count }) => [purposeWords(kind), count]);
  return [
    ["Crawlers", day.total],
    ["Only claim to be one", day.spoofed],
  ];
}

interface Counting {
  /** The first UTC day that has counts; null: none has. */
  countedSince: string | null;
  ways: Pick<Ways, "connected">;
}

/**
 * Which days there are data of, so that no other day is shown as one without visits. Days before the first count have
 * none. Where nothing passes through this service, a day that no report or log covers has none either. `counting`: null
 * if only the days themselves are known.
 */
export function knownDays(
  daily: readonly Omit<VisitDay, "providers" | "purposes">[],
  counting: Counting | null,
): boolean[] {
  const counted = daily.map(({ total, spoofed }) => total + spoofed > 0);
  const since = counting?.countedSince ?? daily[counted.indexOf(true)]?.date;
  const isConnected = counting === null || counting.ways.connected.requests + counting.ways.connected.spoofed > 0;
  return daily.map(({ date }, i) => since !== undefined && date >= since && (isConnected || counted[i]!));
}

/** Sums by name over all days, highest first. */
export function sumsOf(daily: readonly VisitDay[], split: Split): [name: string, count: number][] {
  const sums = new Map<string, number>();
  for (const day of daily)
    for (const [name, count] of countsOf(day, split)) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

/** The visits per day as lines of a chart. `known`: of which days there are data; the others are gaps. */
export function seriesOf(daily: readonly VisitDay[], split: Split, known: readonly boolean[]): ChartSeries[] {
  const names = sumsOf(daily, split).map(([name]) => name);
  const shown = names.length > MAX_SERIES + 1 ? names.slice(0, MAX_SERIES) : names;
  const isShown = new Set(shown);
  const days = daily.map((day) => {
    const own = new Map<string, number>();
    for (const [name, count] of countsOf(day, split)) {
      const line = isShown.has(name) ? name : "All others";
      own.set(line, (own.get(line) ?? 0) + count);
    }
    return own;
  });
  const lines = shown.length < names.length ? [...shown, "All others"] : shown;
  return lines.map((name) => ({ name, values: days.map((own, i) => (known[i] ? (own.get(name) ?? 0) : null)) }));
}

/** Sums by operator and purpose over all days, highest first. */
export function operatorPurposes(daily: readonly VisitDay[]): { provider: string; kind: string; count: number }[] {
  const sums = new Map<string, { provider: string; kind: string; count: number }>();
  for (const { provider, kind, count } of daily.flatMap(({ purposes = [] }) => purposes)) {
    const key = `${provider} ${kind}`;
    sums.set(key, { provider, kind, count: (sums.get(key)?.count ?? 0) + count });
  }
  return [...sums.values()].sort((a, b) => b.count - a.count);
}

export interface PathVisitsRow {
  path: string;
  total: number;
  cache: number;
  providers: { provider: string; count: number }[];
}

/** The rows of a report by path: the API lists operators and sources apart. The order stays. */
export function mergePaths({ byProvider, byServedBy }: Pick<ResponseOf<"readBots">, "byProvider" | "byServedBy">) {
  const rows = new Map<string, PathVisitsRow>();
  for (const { path, provider, count } of byProvider) {
    const row = rows.get(path) ?? { path, total: 0, cache: 0, providers: [] };
    row.total += count;
    row.providers.push({ provider, count });
    rows.set(path, row);
  }
  for (const { path, servedBy, count } of byServedBy) {
    const row = rows.get(path);
    if (row && servedBy === "cache") row.cache += count;
  }
  return [...rows.values()];
}
