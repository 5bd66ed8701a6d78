import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { deleteAllChunks, type QueryBudget } from "../../db/delete-chunks";
import { prompt, promptSchedule } from "../../db/schema";
import { utcDay } from "../../lib/time/time";
import type { Provider } from "../core/provider";
import { promptGone } from "./domain-answers";

export type PromptRow = typeof prompt.$inferSelect;
export type NewPrompt = Omit<PromptRow, "active">;

/** A first run, queued together with its prompt. */
export interface FirstRun {
  id: string;
  provider: Provider;
  dateUtc: string;
  deadlineAt: number;
  nextRunAt: number;
}

/** What a new prompt may use: the account's prompts, and its calls to providers per UTC day. */
export interface PromptLimits {
  prompts: number;
  answersPerDay: number;
  /** When the calls of the next day begin, epoch ms. */
  tomorrow: number;
}

/**
 * Inserts a prompt with its schedule and its first runs in one transaction, unless the account has reached its number
 * of prompts: then null. Counting and inserting are one statement, so parallel creates never exceed a limit. Returns
 * the queued runs: no more than the day's calls that neither a call nor a queued run has taken. The others are due
 * tomorrow.
 */
export async function insertPrompt(
  db: Db,
  row: NewPrompt,
  runs: readonly FirstRun[],
  limits: PromptLimits,
): Promise<Array<{ id: string; provider: Provider }> | null> {
  const list = JSON.stringify(runs);
  const there = sql`EXISTS (SELECT 1 FROM prompt WHERE id = ${row.id})`;
  const day = utcDay(row.createdAt);
  const taken = sql`(SELECT count(*) FROM provider_call WHERE account_id = ${row.accountId} AND day = ${day})
    + (SELECT count(*) FROM domain d JOIN prompt_run r ON r.domain_id = d.id AND r.date_utc = ${day} AND r.status = 'queued'
       WHERE d.account_id = ${row.accountId})`;
  const [inserted, queued] = await runBatch(db, [
    sql`INSERT INTO prompt (id, account_id, domain_id, prompt_text, intent, active, providers, tags, persona_location, monitor_interval, created_at, updated_at)
      SELECT ${row.id}, ${row.accountId}, ${row.domainId}, ${row.promptText}, ${row.intent}, 1, ${JSON.stringify(row.providers)}, ${row.tags}, ${row.personaLocation}, ${row.monitorInterval}, ${row.createdAt}, ${row.updatedAt}
      WHERE (SELECT count(*) FROM prompt WHERE account_id = ${row.accountId}) < ${limits.prompts}`,
    sql`INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at)
      SELECT value ->> 'id', ${row.accountId}, ${row.domainId}, ${row.id}, value ->> 'provider', 'create', value ->> 'dateUtc', 'queued', ${row.createdAt}, value ->> 'deadlineAt'
      FROM json_each(${list}) WHERE ${there} ORDER BY key LIMIT max(0, ${limits.answersPerDay} - (${taken}))
      RETURNING id, provider`,
    sql`INSERT INTO prompt_schedule (prompt_id, provider, next_run_at)
      SELECT ${row.id}, value ->> 'provider',
        CASE WHEN EXISTS (SELECT 1 FROM prompt_run r WHERE r.id = value ->> 'id') THEN value ->> 'nextRunAt' ELSE ${limits.tomorrow} END
      FROM json_each(${list}) WHERE ${there}`,
  ]);
  return inserted!.meta.changes > 0 ? (queued!.results as Array<{ id: string; provider: Provider }>) : null;
}

export function findPrompt(db: Db, domainId: string, id: string): Promise<PromptRow | undefined> {
  return db
    .select()
    .from(prompt)
    .where(and(eq(prompt.id, id), eq(prompt.domainId, domainId)))
    .get();
}

/** All prompts of a domain, oldest first. */
export function listPromptsOf(db: Db, domainId: string): Promise<PromptRow[]> {
  return db
    .select()
    .from(prompt)
    .where(eq(prompt.domainId, domainId))
    .orderBy(asc(prompt.createdAt), asc(prompt.id))
    .all();
}

/**
 * Number of an account's prompts, active or not, which counts against its limit; of these domains only, unless `only`
 * is null.
 */
export function countPrompts(db: Db, accountId: string, only: readonly string[] | null): Promise<number> {
  const isOf =
    only &&
    sql`${prompt.domainId} IN (SELECT id FROM domain WHERE account_id = ${accountId}
    AND deleted_at IS NULL AND domain IN (SELECT value FROM json_each(${JSON.stringify(only)})))`;
  return db.$count(prompt, and(eq(prompt.accountId, accountId), isOf ?? undefined));
}

/** How many prompts each of these domains has. */
export async function promptsByDomain(db: Db, domainIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.all<{ id: string; n: number }>(sql`
    SELECT domain_id AS id, count(*) AS n FROM prompt
    WHERE domain_id IN (SELECT value FROM json_each(${JSON.stringify(domainIds)})) GROUP BY domain_id`);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

export interface PromptChange {
  row: PromptRow;
  /** New due times of the providers whose schedule restarts. Others keep theirs. */
  schedules: ReadonlyArray<{ provider: Provider; nextRunAt: number }>;
  /** The question changed, so earlier answers are not a baseline. */
  newBaseline: boolean;
  now: number;
}

/**
 * Writes a changed prompt in one transaction. Deletes schedules and cancels queued runs that no longer apply, and
 * restarts the given schedules.
 */
export async function updatePromptRow(db: Db, { row, schedules, newBaseline, now }: PromptChange): Promise<void> {
  const providers = JSON.stringify(row.providers);
  const restarts = JSON.stringify(schedules);
  const statements: SQL[] = [
    sql`UPDATE prompt SET prompt_text = ${row.promptText}, intent = ${row.intent}, active = ${row.active}, providers = ${providers},
        tags = ${row.tags}, persona_location = ${row.personaLocation}, monitor_interval = ${row.monitorInterval}, updated_at = ${now}
      WHERE id = ${row.id}`,
    sql`DELETE FROM prompt_schedule WHERE prompt_id = ${row.id} AND provider NOT IN (SELECT value FROM json_each(${providers}))`,
    sql`INSERT INTO prompt_schedule (prompt_id, provider, next_run_at, baseline_from)
      SELECT ${row.id}, value ->> 'provider', value ->> 'nextRunAt', ${newBaseline ? now : 0} FROM json_each(${restarts}) WHERE true
      ON CONFLICT (prompt_id, provider) DO UPDATE SET next_run_at = excluded.next_run_at, level = 2, streak = 0, ewma = 0, fail_streak = 0,
        baseline_from = max(baseline_from, excluded.baseline_from)`,
    sql`UPDATE prompt_run SET status = 'error', error_code = 'cancelled', finished_at = ${now},
        error_text = 'The prompt was changed before this run started.'
      WHERE prompt_id = ${row.id} AND status = 'queued'
        AND (${row.active} = 0 OR provider NOT IN (SELECT value FROM json_each(${providers})))`,
  ];
  await runBatch(db, statements);
}

/** Times of the latest run and of the latest successful run, by provider of a prompt, of those that D1 still has. */
export function latestRuns(db: Db, promptId: string) {
  return db.all<{ provider: Provider; lastAt: number; lastGoodAt: number | null }>(sql`
    SELECT provider, max(created_at) AS lastAt, max(CASE WHEN status IN ('ok', 'answered') THEN created_at END) AS lastGoodAt
    FROM prompt_run WHERE prompt_id = ${promptId} GROUP BY provider`);
}

/**
 * Deletes a prompt with its runs and schedule, and notes that its answers must go; false if it does not exist. The ledger
 * keeps its entries.
 */
export async function deletePromptRow(db: Db, domainId: string, id: string): Promise<boolean> {
  const there = sql`EXISTS (SELECT 1 FROM prompt WHERE id = ${id} AND domain_id = ${domainId})`;
  const [, , , deleted] = await runBatch(db, [
    promptGone(domainId, id, there),
    sql`DELETE FROM prompt_run WHERE prompt_id = ${id} AND domain_id = ${domainId}`,
    sql`DELETE FROM prompt_schedule WHERE prompt_id IN (SELECT id FROM prompt WHERE id = ${id} AND domain_id = ${domainId})`,
    sql`DELETE FROM prompt WHERE id = ${id} AND domain_id = ${domainId}`,
  ]);
  return deleted!.meta.changes > 0;
}

/**
 * Deletes everything of a domain in this area except the ledger, which is needed for billing. False: something is left.
 */
export function deleteDomainPrompts(db: Db, domainId: string, budget: QueryBudget): Promise<boolean> {
  const chunks = ["prompt_run", "report_due", "domain_answers", "prompt"].map((name) => {
    const table = sql.raw(name);
    return sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE domain_id = ${domainId} LIMIT 500)`;
  });
  return deleteAllChunks(db, chunks, budget);
}

export function scheduleOf(db: Db, promptId: string, provider: Provider) {
  return db
    .select()
    .from(promptSchedule)
    .where(and(eq(promptSchedule.promptId, promptId), eq(promptSchedule.provider, provider)))
    .get();
}
