import { authorizeDomain, type Caller } from "../accounts";
import type { Db } from "../db/client";
import { presentRun } from "./present";
import { countRunsByStatus, listRuns } from "./repo/runs";
import type { RunsQuery } from "./schemas";

/** Runs carry whole answers: an answer holds the newest of those that match, `summary` counts them all. */
const MAX_LISTED_RUNS = 1_000;

/** service-api.md 2.7. `date` wins over `from` and `to`. @throws ApiError as authorizeDomain. */
export async function listPromptRuns(db: Db, caller: Caller, query: RunsQuery) {
  const domain = await authorizeDomain(db, caller, query.domain);
  const { promptId, provider, date } = query;
  const filter = { domainId: domain.id, promptId, provider, from: date ?? query.from, to: date ?? query.to };
  const [runs, counts] = await Promise.all([listRuns(db, filter, MAX_LISTED_RUNS), countRunsByStatus(db, filter)]);
  const byStatus = { queued: 0, running: 0, answered: 0, ok: 0, error: 0 };
  for (const { status, count } of counts) byStatus[status] = count;
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  return { runs: runs.map(presentRun), summary: { total, byStatus } };
}
