import { sql } from "drizzle-orm";
import { hasProvenEmail, mayCost } from "../../accounts";
import { runBatch, type Db } from "../../db/client";
import type { IntervalState } from "../core/dynamic-interval";
import type { Provider } from "../core/provider";
import type { Scheduled } from "../core/schedule";

/** A due schedule. */
export interface DueSchedule extends Scheduled {
  nextRunAt: number;
  accountId: string;
  domainId: string;
  /** `createdAt` of the newest run with an answer; null if there is none. */
  lastGoodAt: number | null;
}

/**
 * Due schedules of active prompts, or of one prompt, longest overdue first. Schedules of accounts that must not incur costs stay due
 * until that changes.
 */
export async function dueSchedules(db: Db, now: number, limit: number, promptId?: string): Promise<DueSchedule[]> {
  const one = promptId === undefined ? sql`` : sql`AND s.prompt_id = ${promptId}`;
  const rows = await db.all<Omit<DueSchedule, "providers"> & { providers: string }>(sql`
    SELECT s.prompt_id AS promptId, s.provider, s.next_run_at AS nextRunAt, s.level, p.providers, p.monitor_interval AS monitorInterval,
      p.account_id AS accountId, p.domain_id AS domainId,
      coalesce((SELECT max(r.created_at) FROM prompt_run r WHERE r.prompt_id = s.prompt_id AND r.provider = s.provider
        AND r.status IN ('ok', 'answered')), s.settled_good_at) AS lastGoodAt
    FROM prompt_schedule s JOIN prompt p ON p.id = s.prompt_id JOIN domain ON domain.id = p.domain_id
    WHERE s.next_run_at <= ${now} AND p.active = 1 ${one} AND ${mayCost} AND ${hasProvenEmail(sql`p.account_id`)}
    ORDER BY s.next_run_at, s.prompt_id, s.provider LIMIT ${limit}`);
  return rows.map((row) => Object.assign(row, { providers: JSON.parse(row.providers) as Provider[] }));
}

/** The result for a due schedule: its next due time, and the run to queue unless it is skipped. */
export interface Dispatch {
  promptId: string;
  provider: Provider;
  dueAt: number;
  nextRunAt: number;
  runId: string | null;
  slot: string;
}

/**
 * Queues due runs with the tick's time and advances their schedules, in one transaction. A slot has at most one run,
 * and a schedule advances only from the due time that was read, so two concurrent ticks have the effect of one. Returns
 * the queued ids.
 */
export async function dispatchDue(
  db: Db,
  dispatches: readonly Dispatch[],
  tick: { now: number; dateUtc: string; deadlineAt: number },
): Promise<Array<{ id: string; provider: Provider }>> {
  const list = JSON.stringify(dispatches);
  const [inserted] = await runBatch(db, [
    sql`INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at)
      SELECT j.value ->> 'runId', p.account_id, p.domain_id, p.id, j.value ->> 'provider', j.value ->> 'slot', ${tick.dateUtc}, 'queued', ${tick.now}, ${tick.deadlineAt}
      FROM json_each(${list}) j JOIN prompt p ON p.id = j.value ->> 'promptId' AND p.active = 1
        JOIN prompt_schedule s ON s.prompt_id = p.id AND s.provider = j.value ->> 'provider' AND s.next_run_at = j.value ->> 'dueAt'
      WHERE j.value ->> 'runId' IS NOT NULL
      ON CONFLICT DO NOTHING RETURNING id, provider`,
    sql`UPDATE prompt_schedule SET next_run_at = j.value ->> 'nextRunAt' FROM json_each(${list}) j
      WHERE prompt_id = j.value ->> 'promptId' AND provider = j.value ->> 'provider' AND next_run_at = j.value ->> 'dueAt'`,
  ]);
  return inserted!.results as Array<{ id: string; provider: Provider }>;
}

/** Runs of a prompt and provider whose answers count nowhere: they are not analysed, or never will be. */
export async function hiddenRuns(db: Db, promptId: string, provider: Provider): Promise<string[]> {
  const rows = await db.values<[string]>(sql`
    SELECT id FROM prompt_run WHERE prompt_id = ${promptId} AND provider = ${provider} AND status <> 'ok' AND attempts > 0`);
  return rows.map(([id]) => id);
}

/** `createdAt` of the newest run of any status. The schedule continues from it. */
export async function latestRunAt(db: Db, promptId: string, provider: Provider): Promise<number> {
  const row = await db.get<{ at: number | null }>(
    sql`SELECT max(created_at) AS at FROM prompt_run WHERE prompt_id = ${promptId} AND provider = ${provider}`,
  );
  return row.at ?? 0;
}

export interface Lesson {
  promptId: string;
  provider: Provider;
  /** `createdAt` of the run behind the lesson. An older or repeated lesson changes nothing. */
  runAt: number;
  state: IntervalState;
  nextRunAt: number;
  /** Latest due times of the prompt's other providers, if the answers changed. */
  siblings: ReadonlyArray<{ provider: Provider; nextRunAt: number }>;
}

/** Stores a run's effect on the schedule, in one transaction. */
export async function saveLesson(db: Db, lesson: Lesson): Promise<void> {
  const { promptId, provider, runAt, state } = lesson;
  await runBatch(db, [
    sql`UPDATE prompt_schedule SET next_run_at = min(next_run_at, j.value ->> 'nextRunAt') FROM json_each(${JSON.stringify(lesson.siblings)}) j
      WHERE prompt_schedule.prompt_id = ${promptId} AND prompt_schedule.provider = j.value ->> 'provider'
        AND EXISTS (SELECT 1 FROM prompt_schedule own WHERE own.prompt_id = ${promptId} AND own.provider = ${provider} AND own.learnt_until < ${runAt})`,
    sql`UPDATE prompt_schedule SET level = ${state.level}, streak = ${state.streak}, ewma = ${state.ewma}, fail_streak = 0,
        next_run_at = ${lesson.nextRunAt}, learnt_until = ${runAt}
      WHERE prompt_id = ${promptId} AND provider = ${provider} AND learnt_until < ${runAt}`,
  ]);
}
