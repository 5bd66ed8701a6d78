import { authorizeDomain, type Caller } from "../accounts";
import type { Db } from "../db/client";
import { schemaError } from "../errors/api-error";
import { DAY_MS, utcDay } from "../lib/time";
import { firstDayNeeded, statistics } from "./core/statistics/prompt-statistics";
import { lastRunTimes, listFacts } from "./repo/facts";
import { listPromptsOf } from "./repo/prompts";
import type { StatsQuery } from "./schemas";

/** Days covered when the query has no `from`. */
const DEFAULT_DAYS = 30;

/** service-api.md 2.6. @throws ApiError as authorizeDomain, and `invalid_request` when `from` is after `to`. */
export async function promptStats(db: Db, caller: Caller, query: StatsQuery, now: number) {
  const to = query.to ?? utcDay(now);
  const from = query.from ?? utcDay(now - DEFAULT_DAYS * DAY_MS);
  if (from > to) throw schemaError([{ path: "from", message: "must not be after to" }]);
  const domain = await authorizeDomain(db, caller, query.domain);
  const { provider } = query;
  const [prompts, lastRuns, facts] = await Promise.all([
    listPromptsOf(db, domain.id),
    lastRunTimes(db, domain.id, { from, to, provider }),
    listFacts(db, domain.id, firstDayNeeded(from, now), to > utcDay(now) ? to : utcDay(now)),
  ]);
  const described = prompts.map(({ id, promptText, intent, providers, tags, active }) => {
    const lastRunAt = lastRuns.get(id);
    const lastRun = lastRunAt === undefined ? "" : new Date(lastRunAt).toISOString();
    return { id, promptText, intent, aiProviders: providers, tags, active, lastRunAt: lastRun };
  });
  const { competitors } = domain;
  return statistics(described, facts, {
    from,
    to,
    provider,
    domain: domain.domain,
    competitors: competitors ?? [],
    now,
  });
}
