import { and, desc, eq, gte, lte, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { promptRun } from "../../db/schema";
import { fitting } from "../../lib/platform/fitting";
import type { Analysis } from "../core/analysis/types";
import type { Provider } from "../core/provider";
import type { ProviderAnswer } from "../providers/types";
import { factOf } from "./facts";
import type { RunErrorCode } from "../core/run-errors";
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

/** Releases a claimed run until its next attempt. */
export async function requeueRun(db: Db, id: string, claim: string, nextAt: number): Promise<void> {
  await db
    .update(promptRun)
    .set({ status: "queued", claim: null, leaseUntil: 0, nextAt })
    .where(and(eq(promptRun.id, id), eq(promptRun.status, "running"), eq(promptRun.claim, claim)));
}

/**
 * Stores the answer before anything else happens to it, and settles its call. False: the claim was lost, and another
 * answer may be on its way.
 */
export async function saveAnswer(
  db: Db,
  { id, attempts }: Pick<PromptRunRow, "id" | "attempts">,
  claim: string,
  answer: ProviderAnswer,
  now: number,
): Promise<boolean> {
  const saved = db
    .update(promptRun)
    .set({
      status: "answered",
      claim: null,
      leaseUntil: 0,
      rawResponse: answer.text,
      citations: answer.citations,
      model: answer.model,
      requestId: answer.requestId,
      stop: answer.stop,
      searched: answer.searched ? 1 : 0,
      search: answer.search,
      answeredAt: now,
    })
    .where(and(eq(promptRun.id, id), eq(promptRun.status, "running"), eq(promptRun.claim, claim)));
  const call = { ledger: "answers" as const, runId: id, attempt: attempts };
  const [result] = await runBatch(db, [
    saved.getSQL(),
    callSettled(db, call, { outcome: "ok", finishedAt: now, usage: answer.usage }),
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
  const ended: SQL = sql`UPDATE prompt_run SET status = 'error', error_code = ${failure.code}, analysis_text = ${failure.text},
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

export interface SavedAnalysis {
  analysis: Analysis;
  version: number;
  /** See rulesKeyOf. */
  rulesKey: string;
  now: number;
}

/** The columns that an analysis fills in, derived from the answer alone. */
export function analysisColumns({ analysis, version }: Pick<SavedAnalysis, "analysis" | "version">) {
  return {
    analysis: { ...analysis },
    analysisVersion: version,
    mentionPosition: analysis.mentionPosition,
    citationCount: analysis.citationCount,
    ownCitationCount: analysis.ownCitations.length,
    sentiment: analysis.sentiment,
    analysisText: analysis.analysisText,
    competitorMentions: JSON.stringify(analysis.competitors.map(({ name, count }) => ({ name, count }))),
    citationDomains: JSON.stringify(analysis.citationDomains),
  };
}

/** Stores the analysis with its fact and ends the run as `ok`, in one transaction. False if the claim was lost. */
export async function saveAnalysis(db: Db, id: string, claim: string, saved: SavedAnalysis): Promise<boolean> {
  const finished = db
    .update(promptRun)
    .set({ status: "ok", claim: null, leaseUntil: 0, finishedAt: saved.now, ...analysisColumns(saved) })
    .where(and(eq(promptRun.id, id), eq(promptRun.status, "answered"), eq(promptRun.claim, claim)));
  const [result] = await runBatch(db, [
    finished.getSQL(),
    factOf(id, saved.analysis, saved.rulesKey),
    reportDueFor(id),
  ]);
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

/** Bytes of the long columns, which SQLite knows without reading them. */
const runBytes = sql<number>`octet_length(${promptRun.rawResponse}) + coalesce(octet_length(${promptRun.citations}), 0)
  + coalesce(octet_length(${promptRun.analysis}), 0) + coalesce(octet_length(${promptRun.search}), 0)`;
/** Answers read at once. */
const PAGE_BYTES = 8 * 1024 * 1024;

/**
 * Matching runs, newest first: at most `limit` and 8 MiB, starting after `after`, and whether there may be more.
 */
export async function promptRunsOf(
  db: Db,
  filter: RunFilter,
  { limit, after }: { limit: number; after: { createdAt: number; id: string } | undefined },
): Promise<{ runs: PromptRunRow[]; more: boolean }> {
  const behind = after && sql`(${promptRun.createdAt}, ${promptRun.id}) < (${after.createdAt}, ${after.id})`;
  const newest = [desc(promptRun.createdAt), desc(promptRun.id)];
  const sizes = await db
    .select({ id: promptRun.id, bytes: runBytes })
    .from(promptRun)
    .where(and(filterOf(filter), behind))
    .orderBy(...newest)
    .limit(limit)
    .all();
  const ids = fitting(sizes, PAGE_BYTES).map(({ id }) => id);
  const runs = await db
    .select()
    .from(promptRun)
    .where(sql`${promptRun.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .orderBy(...newest)
    .all();
  return { runs, more: ids.length < sizes.length || sizes.length === limit };
}

/** Number of matching runs by status. */
export function countRunsByStatus(db: Db, filter: RunFilter) {
  return db
    .select({ status: promptRun.status, count: sql<number>`count(*)` })
    .from(promptRun)
    .where(filterOf(filter))
    .groupBy(promptRun.status)
    .all();
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
    WHERE id > ${after} AND ((status = 'queued' AND next_at <= ${now}) OR (status IN ('running', 'answered') AND lease_until <= ${now}))
    ORDER BY id LIMIT ${limit}`);
}

/** Ends at most `limit` unclaimed runs that are past their deadline. Returns how many ended. */
export async function expireRuns(db: Db, now: number, limit: number): Promise<number> {
  const result = await db.run(sql`
    UPDATE prompt_run SET status = 'error', error_code = 'expired', finished_at = ${now}, claim = NULL,
      analysis_text = 'No answer was received within 6 hours.'
    WHERE id IN (
      SELECT id FROM prompt_run WHERE status IN ('queued', 'running') AND deadline_at <= ${now} AND lease_until <= ${now}
      LIMIT ${limit})`);
  return result.meta.changes;
}
