import { openDb } from "../db/client";
import { ceilingsOf, type Bindings } from "../env";
import { log } from "../lib/text/log";
import { withDeadline } from "../lib/time/deadline";
import { SECOND_MS, utcDay } from "../lib/time/time";
import { BREAKER_FAILURES } from "../mentions";
import { poolStates } from "../prerender";
import { providerStates, type ProviderState } from "./core/circuits";
import type { DatabaseFacts, HealthFacts } from "./core/health-facts";
import { judgeHealth, statusOf, type HealthLevel, type HealthReason } from "./core/judge-health";
import { readDatabaseFacts } from "./health-repo";
import { readBacklogs } from "./read-backlogs";

/** D1 is asked for seconds, not for the half minute after which it gives up by itself. */
const PATIENCE_MS = 10 * SECOND_MS;

export interface ServiceHealth {
  status: "ok" | HealthLevel;
  reasons: HealthReason[];
  facts: HealthFacts;
  /** Null: D1 did not answer. */
  providers: ProviderState[] | null;
}

/**
 * The health of the whole service, in one call of D1 and one of each queue and render pool: its cost does not grow with
 * accounts and domains. A part that can't be read is a reason of its own, so this throws nothing.
 */
export async function readHealth(env: Bindings, now: number): Promise<ServiceHealth> {
  const day = utcDay(now);
  const [database, queues, pools] = await Promise.all([
    readDatabase(env, now),
    readBacklogs(env),
    poolStates(env, day),
  ]);
  const { aiCallsPerDay, analysisCallsPerDay, browserSecondsPerDay } = ceilingsOf(env);
  const spentMs = pools[0]?.state?.spentMs;
  const facts: HealthFacts = {
    database,
    queues,
    pools,
    ceilings: [
      { name: "browserSeconds", used: spentMs === undefined ? null : spentMs / SECOND_MS, limit: browserSecondsPerDay },
      { name: "aiCalls", used: database?.aiCalls ?? null, limit: aiCallsPerDay },
      { name: "analysisCalls", used: database?.analysisCalls ?? null, limit: analysisCallsPerDay },
    ],
  };
  const providers = database && providerStates(database, BREAKER_FAILURES, now);
  const reasons = judgeHealth(facts, providers ?? [], now);
  return { status: statusOf(reasons), reasons, facts, providers };
}

async function readDatabase(env: Bindings, now: number): Promise<DatabaseFacts | null> {
  try {
    return await withDeadline(readDatabaseFacts(openDb(env.DB), now), PATIENCE_MS);
  } catch (error) {
    log("error", "health_not_read", { error: String(error) });
    return null;
  }
}
