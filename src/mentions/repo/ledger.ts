import { and, eq, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { analysisCall, providerBreaker, providerCall, serviceUsage } from "../../db/schema";
import { utcDay } from "../../lib/time/time";
import type { Provider } from "../core/provider";
import type { Breaker } from "../core/retry-policy";
import type { TokenUsage } from "../providers/types";

/** Calls that ask prompts and calls that judge answers are booked separately, each with its own budget. */
export type Ledger = "answers" | "analysis";
const TABLES = { answers: providerCall, analysis: analysisCall } as const;
const KINDS = { answers: "ai_calls", analysis: "analysis_calls" } as const;

export interface NewCall {
  ledger: Ledger;
  runId: string;
  attempt: number;
  turn: number;
  accountId: string;
  /** A provider, or another source of models that judge answers. */
  provider: string;
  day: string;
  startedAt: number;
}

/** Maximum calls per UTC day. */
export interface CallBudget {
  account: number;
  /** For all accounts together. */
  service: number;
}

/**
 * Books a call before it is made. Both budgets must allow it: the account's on the call's day, and the service's on the
 * current day. Checks and writes share one transaction. Returns the exhausted budget, or "booked".
 */
export async function bookCall(db: Db, call: NewCall, budget: CallBudget): Promise<"booked" | keyof CallBudget> {
  const today = utcDay(call.startedAt);
  const [table, kind] = [TABLES[call.ledger], KINDS[call.ledger]];
  const spent = sql`coalesce((SELECT amount FROM service_usage WHERE day = ${today} AND kind = ${kind}), 0)`;
  const [booked, , counted] = await runBatch(db, [
    sql`INSERT INTO ${table} (run_id, attempt, turn, account_id, provider, day, started_at)
      SELECT ${call.runId}, ${call.attempt}, ${call.turn}, ${call.accountId}, ${call.provider}, ${call.day}, ${call.startedAt}
      WHERE (SELECT count(*) FROM ${table} WHERE account_id = ${call.accountId} AND day = ${call.day}) < ${budget.account}
        AND ${spent} < ${budget.service}`,
    sql`INSERT INTO service_usage (day, kind, amount) SELECT ${today}, ${kind}, 1 WHERE changes() > 0
      ON CONFLICT (day, kind) DO UPDATE SET amount = amount + 1`,
    sql`SELECT ${spent} AS amount`,
  ]);
  if (booked!.meta.changes > 0) return "booked";
  return (counted!.results as Array<{ amount: number }>)[0]!.amount >= budget.service ? "service" : "account";
}

/** Calls of a ledger by the whole service on a UTC day, `yyyy-mm-dd`. */
export async function callsOn(db: Db, ledger: Ledger, day: string): Promise<number> {
  const ofDay = and(eq(serviceUsage.day, day), eq(serviceUsage.kind, KINDS[ledger]));
  const row = await db.select().from(serviceUsage).where(ofDay).get();
  return row?.amount ?? 0;
}

export interface CallEnd {
  outcome: string;
  finishedAt: number;
  usage?: TokenUsage;
}

/** Records the outcome of an attempt, for all of its turns. */
export function callSettled(db: Db, call: Pick<NewCall, "ledger" | "runId" | "attempt">, end: CallEnd): SQL {
  const table = TABLES[call.ledger];
  return db
    .update(table)
    .set({
      outcome: end.outcome,
      finishedAt: end.finishedAt,
      inputTokens: end.usage?.inputTokens,
      outputTokens: end.usage?.outputTokens,
      searches: end.usage?.searches,
    })
    .where(and(eq(table.runId, call.runId), eq(table.attempt, call.attempt)))
    .getSQL();
}

export async function settleCall(
  db: Db,
  call: Pick<NewCall, "ledger" | "runId" | "attempt">,
  end: CallEnd,
): Promise<void> {
  await runBatch(db, [callSettled(db, call, end)]);
}

const CLOSED: Breaker = { failures: 0, openUntil: 0 };

export async function breakerOf(db: Db, provider: Provider): Promise<Breaker> {
  return (await db.select().from(providerBreaker).where(eq(providerBreaker.provider, provider)).get()) ?? CLOSED;
}

/** Records a failure. Adds the increase to `failures`, so that two concurrent failures both count. */
export async function recordFailure(
  db: Db,
  provider: Provider,
  { before, after, now }: { before: Breaker; after: Breaker; now: number },
): Promise<void> {
  const added = after.failures - before.failures;
  await db.run(sql`
    INSERT INTO provider_breaker (provider, failures, open_until, failing_since)
    VALUES (${provider}, ${after.failures}, ${after.openUntil}, ${now})
    ON CONFLICT (provider) DO UPDATE SET failures = failures + ${added}, open_until = max(open_until, excluded.open_until),
      failing_since = coalesce(failing_since, excluded.failing_since)`);
}

/** Closes the breaker after a success. Writes only if it was not closed. */
export async function recordSuccess(db: Db, provider: Provider): Promise<void> {
  await db.run(sql`
    UPDATE provider_breaker SET failures = 0, open_until = 0, failing_since = NULL WHERE provider = ${provider} AND (failures > 0 OR open_until > 0)`);
}

/**
 * Whether a call may be made now. After a pause, one call at a time probes the provider; each probe extends the pause
 * by `probeMs`.
 */
export async function mayCall(
  db: Db,
  provider: Provider,
  rule: { now: number; tripAt: number; probeMs: number },
): Promise<{ ok: true } | { ok: false; until: number }> {
  const breaker = await breakerOf(db, provider);
  if (breaker.openUntil > rule.now) return { ok: false, until: breaker.openUntil };
  if (breaker.failures < rule.tripAt) return { ok: true };
  const result = await db.run(sql`
    UPDATE provider_breaker SET open_until = ${rule.now + rule.probeMs} WHERE provider = ${provider} AND open_until = ${breaker.openUntil}`);
  return result.meta.changes > 0 ? { ok: true } : { ok: false, until: rule.now + rule.probeMs };
}
