import { openDb } from "../../db/client";
import { utcDay } from "../../lib/time/time";
import type { EndedRun } from "../repo/domain-answers";
import { countRecentRuns, recentRuns, type PromptRunRow, type RunFilter } from "../repo/runs";
import { answersOf, type AnswersEnv } from "./answers-of";
import { readParts } from "./read-parts";
import type { SettledFilter } from "./settled-rows";
import type { AnswerKey, StoredAnalysis, StoredAnswer, StoredParts } from "./stored-answer";

/** A run with its answer and analysis, wherever they are kept. */
export interface ReadRun {
  run: Omit<EndedRun, "status"> & Pick<PromptRunRow, "status">;
  answer: StoredAnswer | null;
  analysis: StoredAnalysis | null;
}

/** Answers read at once. */
const PAGE_BYTES = 8 * 1024 * 1024;

export const answerKeyOf = ({
  id,
  dateUtc,
  createdAt,
}: Pick<PromptRunRow, "id" | "dateUtc" | "createdAt">): AnswerKey => ({
  day: dateUtc,
  createdAt,
  runId: id,
});

/**
 * Matching runs, newest first: at most `limit` and 8 MiB, starting after `after`, and whether there may be more. Those
 * that D1 has come first, then those that only the object has.
 */
export async function runsWithAnswers(
  env: AnswersEnv,
  filter: RunFilter,
  page: { limit: number; after: { createdAt: number; id: string } | undefined },
): Promise<{ runs: ReadRun[]; more: boolean }> {
  const { limit, after } = page;
  const object = answersOf(env, filter.domainId);
  const { runs: found, state } = await recentRuns(openDb(env.DB), filter, page);
  const answered = found.filter(({ answeredAt }) => answeredAt !== null);
  const { parts, runs: fitted } =
    answered.length > 0 ? await object.answersOfRuns(answered.map(answerKeyOf), PAGE_BYTES) : { parts: [], runs: 0 };
  const recent = fitted < answered.length ? found.slice(0, found.indexOf(answered[fitted]!)) : found;
  const runs = await withAnswers(env, filter.domainId, recent, parts);
  if (recent.length < found.length || found.length === limit) return { runs, more: true };
  const settled = settledFilter(filter, state);
  const left = PAGE_BYTES - parts.reduce((sum, { size }) => sum + size, 0);
  if (!settled || left <= 0) return { runs, more: settled !== null };
  const behind = after && { ...after, day: utcDay(after.createdAt) };
  const old = await object.settledRuns(settled, { limit: limit - found.length, most: left, after: behind });
  const read = await readParts(env, filter.domainId, old.parts);
  return { runs: [...runs, ...old.parts.map((part, i) => settledRun(part, read[i]!))], more: old.more };
}

/** A run has the answer to the request that D1 accepted, and counts as analysed once D1 says so. */
async function withAnswers(
  env: AnswersEnv,
  domainId: string,
  rows: readonly PromptRunRow[],
  parts: readonly StoredParts[],
): Promise<ReadRun[]> {
  const read = await readParts(env, domainId, parts);
  const byId = new Map(parts.map((part, i) => [part.runId, { part, read: read[i]! }]));
  return rows.map((run) => {
    const own = byId.get(run.id);
    if (!own?.read || run.answeredAt === null || own.part.attempt !== run.attempts)
      return { run, answer: null, analysis: null };
    return { run, answer: own.read.answer, analysis: run.status === "ok" ? own.read.analysis : null };
  });
}

function settledRun(
  part: StoredParts,
  read: { answer: StoredAnswer; analysis: StoredAnalysis | null } | null,
): ReadRun {
  const { runId: id, promptId, provider, day: dateUtc, createdAt } = part;
  const rest = JSON.parse(part.run!) as Omit<
    EndedRun,
    "id" | "promptId" | "provider" | "dateUtc" | "createdAt" | "status"
  >;
  const run = { ...rest, id, promptId, provider, dateUtc, createdAt, status: part.status! };
  return { run, answer: read?.answer ?? null, analysis: part.status === "ok" ? (read?.analysis ?? null) : null };
}

/** The part of a filter that settled runs can match; null: there are none. */
export function settledFilter(
  { runId, promptId, provider, from = "", to = "9" }: Omit<RunFilter, "domainId">,
  { settledTo, gone }: { settledTo: string; gone: string[] },
): SettledFilter | null {
  const last = to < settledTo ? to : settledTo;
  return settledTo === "" || from > last ? null : { runId, promptId, provider, from, to: last, gone };
}

/** Number of matching runs by status. */
export async function countRuns(
  env: AnswersEnv,
  filter: RunFilter,
): Promise<Array<{ status: PromptRunRow["status"]; count: number }>> {
  const { counts, state } = await countRecentRuns(openDb(env.DB), filter);
  const settled = settledFilter(filter, state);
  return settled ? [...counts, ...(await answersOf(env, filter.domainId).settledCounts(settled))] : counts;
}
