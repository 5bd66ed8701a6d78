import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import { schemaError } from "../../errors/api-error";
import { presentPromptRun } from "./presenters";
import type { AnswersEnv } from "../answers/answers-of";
import { countRuns, runsWithAnswers } from "../answers/runs-with-answers";
import type { RunFilter } from "../repo/runs";
import type { RunsQuery } from "../schemas";

/** The runs that a query requests. @throws ApiError `invalid_request` when `from` is after `to`. */
export function runFilterOf({ promptId, provider, runId, date, ...query }: RunsQuery): Omit<RunFilter, "domainId"> {
  const from = date ?? query.from;
  const to = date ?? query.to;
  if (from && to && from > to) throw schemaError([{ path: "from", message: "must not be after to" }]);
  return { runId, promptId, provider, from, to };
}

/**
 * docs/prompts.md: newest first. Limited to `limit` runs and 8 MiB per part because runs contain whole answers;
 * `summary` counts all matching runs. `date` overrides `from` and `to`.
 * @throws ApiError as authorizeDomain, and `invalid_request` when `from` is after `to`.
 */
export async function listPromptRuns(env: AnswersEnv, caller: Caller, query: RunsQuery) {
  const { limit } = query;
  const asked = runFilterOf(query);
  const domain = await authorizeDomain(openDb(env.DB), caller, query.domain);
  const filter = { ...asked, domainId: domain.id };
  const [{ runs, more }, counts] = await Promise.all([
    runsWithAnswers(env, filter, { limit, after: query.cursor }),
    countRuns(env, filter),
  ]);
  const byStatus = { queued: 0, running: 0, answered: 0, ok: 0, error: 0 };
  for (const { status, count } of counts) byStatus[status] += count;
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  const last = more ? runs.at(-1)?.run : undefined;
  const nextCursor = last ? `${last.createdAt}_${last.id}` : null;
  return { runs: runs.map(presentPromptRun), summary: { total, byStatus }, nextCursor };
}
