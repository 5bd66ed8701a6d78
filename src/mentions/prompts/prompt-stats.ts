import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import { schemaError } from "../../errors/api-error";
import { DAY_MS, utcDay } from "../../lib/time/time";
import { firstDayNeeded, rangeBefore, statistics } from "../core/statistics/prompt-statistics";
import type { AnswersEnv } from "../answers/answers-of";
import { lastRunTimes, listFacts, searchesOf } from "../answers/counted-facts";
import { listPromptsOf } from "../repo/prompts";
import type { StatsQuery } from "../schemas";

/** Days covered when the query has no `from`. */
const DEFAULT_DAYS = 30;
const SEARCH_QUERIES = 200;

/** docs/prompts.md. @throws ApiError as authorizeDomain, and `invalid_request` when `from` is after `to`. */
export async function promptStats(
  env: Pick<AnswersEnv, "DB" | "DOMAIN_ANSWERS">,
  caller: Caller,
  query: StatsQuery,
  now: number,
) {
  const to = query.to ?? utcDay(now);
  const from = query.from ?? utcDay(now - DEFAULT_DAYS * DAY_MS);
  if (from > to) throw schemaError([{ path: "from", message: "must not be after to" }]);
  const db = openDb(env.DB);
  const domain = await authorizeDomain(db, caller, query.domain);
  const { provider } = query;
  const days = { from, to, provider };
  const firstDay = [firstDayNeeded(from, now), rangeBefore(days).from].sort()[0]!;
  const [prompts, lastRuns, facts, { used, searchQueries }] = await Promise.all([
    listPromptsOf(db, domain.id),
    lastRunTimes(env, domain.id, days),
    listFacts(env, domain.id, firstDay, to > utcDay(now) ? to : utcDay(now)),
    searchesOf(env, domain.id, days, SEARCH_QUERIES),
  ]);
  const described = prompts.map(({ id, promptText, intent, providers, tags, active }) => {
    const lastRunAt = lastRuns.get(id);
    const lastRun = lastRunAt === undefined ? "" : new Date(lastRunAt).toISOString();
    return { id, promptText, intent, aiProviders: providers, tags, active, lastRunAt: lastRun };
  });
  const { competitors } = domain;
  const numbers = statistics(described, facts, {
    from,
    to,
    provider,
    domain: domain.domain,
    competitors: competitors ?? [],
    now,
    used,
  });
  return { ...numbers, searchQueries };
}
