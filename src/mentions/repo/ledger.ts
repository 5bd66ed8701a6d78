import { and, eq, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { providerBreaker, providerCall } from "../../db/schema";
import type { Provider } from "../core/provider";
import type { Breaker } from "../core/retry-policy";
import type { Usage } from "../providers/types";

export interface NewCall {
  runId: string;
  attempt: number;
  turn: number;
  accountId: string;
  provider: Provider;
  day: string;
  startedAt: number;
}

/**
 * Books a call before it is made, while the account has made fewer than `budget` on that day; the count and the insert are
 * one statement. False: the day's budget is used up.
 */
export async function bookCall(db: Db, call: NewCall, budget: number): Promise<boolean> {
  const result = await db.run(sql`
    INSERT INTO provider_call (run_id, attempt, turn, account_id, provider, day, started_at)
    SELECT ${call.runId}, ${call.attempt}, ${call.turn}, ${call.accountId}, ${call.provider}, ${call.day}, ${call.startedAt}
    WHERE (SELECT count(*) FROM provider_call WHERE account_id = ${call.accountId} AND day = ${call.day}) < ${budget}`);
  return result.meta.changes > 0;
}

export interface CallEnd {
  outcome: string;
  finishedAt: number;
  usage?: Usage;
}

/** Notes what became of a try: every turn of it ended this way. */
export function callSettled(db: Db, call: Pick<NewCall, "runId" | "attempt">, end: CallEnd): SQL {
  return db
    .update(providerCall)
    .set({
      outcome: end.outcome,
      finishedAt: end.finishedAt,
      inputTokens: end.usage?.inputTokens,
      outputTokens: end.usage?.outputTokens,
      searches: end.usage?.searches,
    })
    .where(and(eq(providerCall.runId, call.runId), eq(providerCall.attempt, call.attempt)))
    .getSQL();
}

export async function settleCall(db: Db, call: Pick<NewCall, "runId" | "attempt">, end: CallEnd): Promise<void> {
  await runBatch(db, [callSettled(db, call, end)]);
}

const CLOSED: Breaker = { failures: 0, openUntil: 0 };

export async function breakerOf(db: Db, provider: Provider): Promise<Breaker> {
  return (await db.select().from(providerBreaker).where(eq(providerBreaker.provider, provider)).get()) ?? CLOSED;
}

/** Counts a failure. `failures` grows by what was added to the state as read, so that two at once both count. */
export async function recordFailure(db: Db, provider: Provider, before: Breaker, after: Breaker): Promise<void> {
  const added = after.failures - before.failures;
  await db.run(sql`
    INSERT INTO provider_breaker (provider, failures, open_until) VALUES (${provider}, ${after.failures}, ${after.openUntil})
    ON CONFLICT (provider) DO UPDATE SET failures = failures + ${added}, open_until = max(open_until, excluded.open_until)`);
}

/** A success closes the breaker. Writes only where there was trouble. */
export async function recordSuccess(db: Db, provider: Provider): Promise<void> {
  await db.run(sql`
    UPDATE provider_breaker SET failures = 0, open_until = 0 WHERE provider = ${provider} AND (failures > 0 OR open_until > 0)`);
}

/**
 * Whether a call may be made now. While the provider is in trouble and its pause is over, one call at a time tries it: taking
 * that turn moves the pause on by `probeMs`.
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
