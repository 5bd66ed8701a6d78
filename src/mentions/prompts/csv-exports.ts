import { openDb } from "../../db/client";
import { csvLines, type CsvCell } from "../../lib/text/csv";
import { authorizeDomain, type Caller } from "../../accounts";
import { presentPromptRun } from "./presenters";
import { promptStats } from "./prompt-stats";
import type { AnswersEnv } from "../answers/answers-of";
import { runsWithAnswers } from "../answers/runs-with-answers";
import { runFilterOf } from "./list-prompt-runs";
import type { RunsQuery, StatsQuery } from "../schemas";

const RUNS_A_PIECE = 200;
const RUN_COLUMNS = [
  "id",
  "promptId",
  "dateUtc",
  "createdAt",
  "provider",
  "model",
  "status",
  "errorCode",
  "mentionPosition",
  "sentiment",
  "citationCount",
  "competitorMentions",
  "citationDomains",
  "analysisMethod",
  "analysisText",
  "rawResponse",
  "toneFound",
  "toneMixed",
] as const;

const STATS_COLUMNS = [
  "promptId",
  "promptText",
  "intent",
  "tags",
  "active",
  "lastRunAt",
  "responses",
  "mentions",
  "visibilityPercent",
  "avgSentiment",
  "avgPosition",
  "citationRate",
  "confidence",
  "topCompetitorSharePct",
  "difficulty",
  "aiProviders",
  "visibilityLow",
  "visibilityHigh",
  "topCompetitor",
  "from",
  "to",
] as const;

/** All matching runs as CSV, newest first, in pieces. @throws ApiError as listPromptRuns. */
export async function runsCsv(env: AnswersEnv, caller: Caller, query: RunsQuery): Promise<AsyncGenerator<string>> {
  const asked = runFilterOf(query);
  const domain = await authorizeDomain(openDb(env.DB), caller, query.domain);
  const filter = { ...asked, domainId: domain.id };
  return (async function* () {
    yield csvLines([[...RUN_COLUMNS]]);
    for (let after = query.cursor; ;) {
      const { runs, more } = await runsWithAnswers(env, filter, { limit: RUNS_A_PIECE, after });
      yield csvLines(runs.map(presentPromptRun).map((run) => RUN_COLUMNS.map((column): CsvCell => run[column])));
      if (!more) return;
      after = runs.at(-1)!.run;
    }
  })();
}

/** Each prompt's statistics as CSV. @throws ApiError as promptStats. */
export async function statsCsv(
  env: Parameters<typeof promptStats>[0],
  caller: Caller,
  query: StatsQuery,
  now: number,
): Promise<string> {
  const { prompts } = await promptStats(env, caller, query, now);
  const rows = prompts.map(({ intervals, range, topCompetitors, aiProviders, ...prompt }) =>
    Object.assign(prompt, {
      aiProviders: aiProviders.join(" "),
      visibilityLow: intervals.visibility.low,
      visibilityHigh: intervals.visibility.high,
      topCompetitor: topCompetitors[0]?.name ?? "",
      from: range.from,
      to: range.to,
    }),
  );
  return csvLines([[...STATS_COLUMNS], ...rows.map((row) => STATS_COLUMNS.map((column) => row[column]))]);
}
