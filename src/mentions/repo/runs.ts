import { and, desc, eq, gte, lte, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { promptRun } from "../../db/schema";
import { bookedAttempt } from "../core/job";
import type { Provider } from "../core/provider";
import type { TokenUsage } from "../providers/types";
import type { RunErrorCode } from "../core/run-errors";
import { readState, rulesNoted, stateOf, type AnswerState } from "./domain-answers";
import { callSettled } from "./ledger";
import { reportDueFor } from "./reports";

export type PromptRunRow = typeof promptRun.$inferSelect;
export function findPromptRun(db: Db, id: string): Promise<PromptRunRow | undefined> {
  return db.select().from(promptRun).where(eq(promptRun.id, id)).get();
}

/** Claims a waiting run, or one with an expired lease, for one worker. Undefined if another worker holds it. */
export function claimRun(
  db: Db,
  id: string,
  claim: { token: string; now: number; leaseUntil: number; maxAttempts: number },
): Promise<PromptRunRow | undefined> {
  const { token, now, leaseUntil, maxAttempts } = claim;
  return db
    .update(promptRun)
    .set({ status: "running", claim: token, leaseUntil, attempts: sql`${promptRun.attempts} + 1` })
    .where(
      sql`id = ${id} AND attempts < ${maxAttempts} AND ((status = 'queued' AND next_at <= ${now}) OR (status = 'running' AND lease_until <= ${now}))`,
    )
    .returning()
    .get();
}

/** Extends the lease of a claimed run. */
export async function renewLease(db: Db, id: string, claim: string, leaseUntil: number): Promise<void> {
  await db
    .update(promptRun)
    .set({ leaseUntil })
    .where(and(eq(promptRun.id, id), eq(promptRun.status, "running"), eq(promptRun.claim, claim)));
}

/** Postpones a waiting run without counting an attempt. */
export async function postponeRun(db: Db, id: string, nextAt: number): Promise<void> {
  await db
    .update(promptRun)
    .set({ nextAt })
    .where(and(eq(promptRun.id, id), eq(promptRun.status, "queued")));
}

/** Releases a claimed run until `nextAt`. */
async function release(
  db: Db,
  id: string,
  claim: string,
  nextAt: number,
  more: { job?: string | null; attempts?: SQL } = {},
): Promise<void> {
  await db
    .update(promptRun)
    .set({ status: "queued", claim: null, leaseUntil: 0, nextAt, ...more })
    .where(and(eq(promptRun.id, id), eq(promptRun.status, "running"), eq(promptRun.claim, claim)));
}

/** Releases a claimed run until its next attempt. */
export const requeueRun = (db: Db, id: string, claim: string, nextAt: number): Promise<void> =>
  release(db, id, claim, nextAt, { job: null });

/** Releases a claimed run until its next attempt, which looks at the same job. */
export const keepJob = (db: Db, id: string, claim: string, nextAt: number): Promise<void> =>
  release(db, id, claim, nextAt);

/** Releases a claimed run until its job is looked at again. That belongs to the attempt that started the job. */
export const awaitJob = (db: Db, id: string, claim: string, job: string, nextAt: number): Promise<void> =>
  release(db, id, claim, nextAt, { job, attempts: sql`${promptRun.attempts} - 1` });

/**
 * Accepts the answer of a run, which its domain's object has, and settles its call. False: the claim was lost, and
 * another answer may be on its way.
 */
export async function acceptAnswer(
  db: Db,
  { id, attempts, job }: Pick<PromptRunRow, "id" | "attempts" | "job">,
  claim: string,
  usage: TokenUsage,
  now: number,
): Promise<boolean> {
  const accepted = db
    .update(promptRun)
    .set({ status: "answered", claim: null, leaseUntil: 0, answeredAt: now })
    .where(and(eq(promptRun.id, id), eq(promptRun.status, "running"), eq(promptRun.claim, claim)));
  const call = { ledger: "answers" as const, runId: id, attempt: bookedAttempt({ attempts, job }) };
  const [result] = await runBatch(db, [
    accepted.getSQL(),
    callSettled(db, call, { outcome: "ok", finishedAt: now, usage }),
  ]);
  return result!.meta.changes > 0;
}

/**
 * Ends a run as an error. With `makeUpAt`, also counts the failure on its schedule. Only a run still held under `claim`
 * (null: held by nobody) ends. Idempotent.
 */
export async function failRun(
  db: Db,
  run: Pick<PromptRunRow, "id" | "promptId" | "provider">,
  claim: string | null,
  failure: { code: RunErrorCode; text: string; now: number; makeUpAt: number | null },
): Promise<void> {
  const ended: SQL = sql`UPDATE prompt_run SET status = 'error', error_code = ${failure.code}, error_text = ${failure.text},
      finished_at = ${failure.now}, claim = NULL, lease_until = 0
    WHERE id = ${run.id} AND status IN ('queued', 'running', 'answered') AND claim IS ${claim}`;
  if (failure.makeUpAt === null) return void (await runBatch(db, [ended]));
  await runBatch(db, [
    // Must be first, because it reads the run's state before the run ends.
    sql`UPDATE prompt_schedule SET fail_streak = fail_streak + 1, next_run_at = min(next_run_at, ${failure.makeUpAt})
      WHERE prompt_id = ${run.promptId} AND provider = ${run.provider}
        AND EXISTS (SELECT 1 FROM prompt_run WHERE id = ${run.id} AND status IN ('queued', 'running') AND claim IS ${claim})`,
    ended,
  ]);
}

/** Claims an answered run for analysis. Undefined if another worker holds it or it is done. */
export function claimAnalysis(
  db: Db,
  id: string,
  claim: { token: string; now: number; leaseUntil: number },
): Promise<PromptRunRow | undefined> {
  return db
    .update(promptRun)
    .set({
      claim: claim.token,
      leaseUntil: claim.leaseUntil,
      analysisAttempts: sql`${promptRun.analysisAttempts} + 1`,
    })
    .where(sql`id = ${id} AND status = 'answered' AND lease_until <= ${claim.now}`)
    .returning()
    .get();
}

/** Accepts the analysis of a run, which its domain's object has: the run ends as `ok`. False if the claim was lost. */
export async function acceptAnalysis(
  db: Db,
  id: string,
  claim: string,
  made: { rulesKey: string; now: number },
): Promise<boolean> {
  const finished = db
    .update(promptRun)
    .set({ status: "ok", claim: null, leaseUntil: 0, finishedAt: made.now })
    .where(and(eq(promptRun.id, id), eq(promptRun.status, "answered"), eq(promptRun.claim, claim)));
  const [result] = await runBatch(db, [finished.getSQL(), rulesNoted(id, made.rulesKey), reportDueFor(id, made.now)]);
  return result!.meta.changes > 0;
}

export interface RunFilter {
  domainId: string;
  runId?: string | undefined;
  promptId?: string | undefined;
  provider?: Provider | undefined;
  /** Inclusive days, `yyyy-mm-dd`. */
  from?: string | undefined;
  to?: string | undefined;
}

function filterOf({ domainId, runId, promptId, provider, from, to }: RunFilter) {
  return and(
    eq(promptRun.domainId, domainId),
    runId === undefined ? undefined : eq(promptRun.id, runId),
    promptId === undefined ? undefined : eq(promptRun.promptId, promptId),
    provider === undefined ? undefined : eq(promptRun.provider, provider),
    from === undefined ? undefined : gte(promptRun.dateUtc, from),
    to === undefined ? undefined : lte(promptRun.dateUtc, to),
  );
}

/** Runs that D1 still has and that match, newest first: at most `limit`, after `after`, with what is in the object. */
export async function recentRuns(
  db: Db,
  filter: RunFilter,
  { limit, after }: { limit: number; after: { createdAt: number; id: string } | undefined },
): Promise<{ runs: PromptRunRow[]; state: AnswerState }> {
  const behind = after && sql`(${promptRun.createdAt}, ${promptRun.id}) < (${after.createdAt}, ${after.id})`;
  const found = db
    .select({ id: promptRun.id })
    .from(promptRun)
    .where(and(filterOf(filter), behind))
    .orderBy(desc(promptRun.createdAt), desc(promptRun.id))
    .limit(limit);
  const [runs, state] = await runBatch(db, [runsOf(found.getSQL()), stateOf(filter.domainId)]);
  return { runs: runs!.results as unknown as PromptRunRow[], state: readState(state!) };
}

const COLUMNS = sql`id, account_id AS accountId, domain_id AS domainId, prompt_id AS promptId, provider, slot, date_utc AS dateUtc,
  status, created_at AS createdAt, deadline_at AS deadlineAt, attempts, next_at AS nextAt, claim, lease_until AS leaseUntil,
  answered_at AS answeredAt, analysis_attempts AS analysisAttempts, error_code AS errorCode, error_text AS errorText,
  finished_at AS finishedAt, job`;
const runsOf = (ids: SQL): SQL =>
  sql`SELECT ${COLUMNS} FROM prompt_run WHERE id IN (${ids}) ORDER BY created_at DESC, id DESC`;

/** Number of matching runs by status that D1 still has, with what is in the object. */
export async function countRecentRuns(db: Db, filter: RunFilter) {
  const counted = db
    .select({ status: promptRun.status, count: sql<number>`count(*)`.as("count") })
    .from(promptRun)
    .where(filterOf(filter))
    .groupBy(promptRun.status);
  const [counts, state] = await runBatch(db, [counted.getSQL(), stateOf(filter.domainId)]);
  return {
    counts: counts!.results as unknown as Array<{ status: PromptRunRow["status"]; count: number }>,
    state: readState(state!),
  };
}

/**
 * Runs that could continue but that no worker has claimed, because their message was lost or their worker died. Ordered
 * by id, starting after `after`.
 */
export function stalledRuns(
  db: Db,
  now: number,
  after: string,
  limit: number,
): Promise<Array<{ id: string; provider: Provider }>> {
  return db.all(sql`
    SELECT id, provider FROM prompt_run
    WHERE id > ${after} AND finished_at IS NULL AND ((status = 'queued' AND next_at <= ${now}) OR (status IN ('running', 'answered') AND lease_until <= ${now}))
    ORDER BY id LIMIT ${limit}`);
}

/** Ends at most `limit` unclaimed runs that are past their deadline. Returns how many ended. */
export async function expireRuns(db: Db, now: number, limit: number): Promise<number> {
  const result = await db.run(sql`
    UPDATE prompt_run SET status = 'error', error_code = 'expired', finished_at = ${now}, claim = NULL,
      error_text = 'No answer was received within 6 hours.'
    WHERE id IN (
      SELECT id FROM prompt_run WHERE finished_at IS NULL AND status IN ('queued', 'running') AND deadline_at <= ${now} AND lease_until <= ${now}
      LIMIT ${limit})`);
  return result.meta.changes;
}
