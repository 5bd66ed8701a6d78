import type { ResponseOf } from "../../../client";
import type { ChartSeries } from "../../ui/charts/chart";
import { shownHealth } from "../audits/parts/health";
import { operatorWords } from "../crawlers/crawler-words";

export type RunFacts = ResponseOf<"listAudits">["runs"][number];
export type DailyVisits = ResponseOf<"readBotsDaily">["daily"];

/** Providers with a separate line in the chart of visits; the rest share one. */
const MOST_LINES = 5;

/** The daily visits as lines of a chart, most visits first. `known`: of which days there are data; the others are gaps. */
export function visitLines(daily: DailyVisits, known: readonly boolean[]): ChartSeries[] {
  const totals = new Map<string, number>();
  for (const { providers } of daily)
    for (const { provider, count } of providers) totals.set(provider, (totals.get(provider) ?? 0) + count);
  const ranked = [...totals].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const own = ranked.slice(0, MOST_LINES);
  const lines = own.map((name) => ({
    name: operatorWords(name),
    values: daily.map(({ providers }, i) =>
      known[i] ? (providers.find(({ provider }) => provider === name)?.count ?? 0) : null,
    ),
  }));
  if (ranked.length <= MOST_LINES) return lines;
  const others = daily.map(({ providers }, i) =>
    known[i] ? providers.reduce((sum, { provider, count }) => sum + (own.includes(provider) ? 0 : count), 0) : null,
  );
  return [...lines, { name: "Others", values: others }];
}

/** The Health of finished runs over time, oldest first. */
export function healthLines(runs: readonly RunFacts[]): { times: number[]; series: ChartSeries[] } {
  const ended = runs.filter((run) => run.completedAt !== null && shownHealth(run) !== null).toReversed();
  // Runs of a few pages have a Health of those alone.
  const ofSite = ended.filter(({ coversSite }) => coversSite);
  const scored = ofSite.length > 0 ? ofSite : ended;
  return {
    times: scored.map(({ startedAt }) => startedAt),
    series: scored.length === 0 ? [] : [{ name: "Health", values: scored.map(shownHealth) }],
  };
}

/** What the health of a run means if it is not a score. */
export const UNSCORED: Record<Exclude<NonNullable<RunFacts["scoreState"]>, "scored">, string> = {
  not_scorable: "No page could be scored.",
  client_rendered: "Crawlers that run no scripts find no content.",
  unreachable: "The site could not be reached.",
};
