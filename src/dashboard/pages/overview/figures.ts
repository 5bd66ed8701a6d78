import type { ResponseOf } from "../../../client";
import type { ChartSeries } from "../../ui/chart";
import { operatorWords } from "../crawlers/crawler-words";

export type RunFacts = ResponseOf<"listAudits">["runs"][number];
export type DailyVisits = ResponseOf<"readBotsDaily">["daily"];
type Answers = ResponseOf<"readCrawlerResponses">;

/** Providers with a separate line in the chart of visits; the rest share one. */
const MOST_LINES = 5;

/** The daily visits as lines of a chart, most visits first. */
export function visitLines(daily: DailyVisits): { name: string; values: number[] }[] {
  const totals = new Map<string, number>();
  for (const { providers } of daily)
    for (const { provider, count } of providers) totals.set(provider, (totals.get(provider) ?? 0) + count);
  const ranked = [...totals].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const own = ranked.slice(0, MOST_LINES);
  const lines = own.map((name) => ({
    name: operatorWords(name),
    values: daily.map(({ providers }) => providers.find(({ provider }) => provider === name)?.count ?? 0),
  }));
  if (ranked.length <= MOST_LINES) return lines;
  const others = daily.map(({ providers }) =>
    providers.reduce((sum, { provider, count }) => sum + (own.includes(provider) ? 0 : count), 0),
  );
  return [...lines, { name: "Others", values: others }];
}

/** Of the responses that crawlers got, the share that came from the cache; null without responses. */
export function cacheShare({ total, byAnswer }: Pick<Answers, "total" | "byAnswer">): number | null {
  if (total === 0) return null;
  return byAnswer.reduce((sum, { servedBy, count }) => sum + (servedBy === "cache" ? count : 0), 0) / total;
}

/** The one score that people see: runs of the first version have no siteScore. */
export const headlineScore = ({ siteScore, healthScore }: Pick<RunFacts, "siteScore" | "healthScore">) =>
  siteScore ?? healthScore;

/**
 * The health of finished runs over time, oldest first: for crawlers that run no scripts, and for those that do if that
 * differs.
 */
export function healthLines(runs: readonly RunFacts[]): { times: number[]; series: ChartSeries[] } {
  const plain = (run: RunFacts) => (run.scoreState === "scored" ? headlineScore(run) : null);
  const scored = runs
    .filter((run) => run.completedAt !== null && (plain(run) !== null || run.renderedHealthScore !== null))
    .toReversed();
  const rendered = scored.map((run) => run.renderedHealthScore);
  const series = [
    { name: "Health", values: scored.map(plain) },
    { name: "Pages with scripts", values: rendered },
  ];
  return {
    times: scored.map(({ startedAt }) => startedAt),
    series: series.filter(({ values }) => values.some((value) => value !== null)),
  };
}

/** What the health of a run means if it is not a score. */
export const UNSCORED: Record<Exclude<NonNullable<RunFacts["scoreState"]>, "scored">, string> = {
  not_scorable: "No page could be scored.",
  client_rendered: "Crawlers that run no scripts find no content.",
  unreachable: "The site could not be reached.",
};

export const scoreTone = (score: number) => (score >= 80 ? "good" : score >= 50 ? "warn" : "bad");
