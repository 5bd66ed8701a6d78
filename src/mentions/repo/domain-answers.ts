import { sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import type { Provider } from "../core/provider";

const OPEN = sql`('queued', 'running', 'answered')`;

/** Whether the domain exists and was not removed. */
export async function hasDomain(db: Db, domainId: string): Promise<boolean> {
  const row = await db.get<{ found: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM domain WHERE id = ${domainId} AND deleted_at IS NULL) AS found`,
  );
  return row.found === 1;
}

/** What D1 says of the answers in a domain's object. */
export interface AnswerState {
  rulesKey: string;
  mark: number;
  /** Runs of days up to this one (`yyyy-mm-dd`) are in the object alone. */
  settledTo: string;
  /** Deleted prompts. */
  gone: string[];
}

interface StateRow {
  rulesKey: string;
  mark: number;
  settledTo: string;
  gone: string;
}

/** The statement that reads the state, to be read in one transaction with runs. */
export const stateOf = (domainId: string): SQL => sql`
  SELECT rules_key AS rulesKey, mark, settled_to AS settledTo, gone FROM domain_answers WHERE domain_id = ${domainId}`;

export function readState({ results }: D1Result): AnswerState {
  const [row] = results as unknown as StateRow[];
  if (!row) return { rulesKey: "", mark: 0, settledTo: "", gone: [] };
  return { ...row, gone: JSON.parse(row.gone) as string[] };
}

export async function answerState(db: Db, domainId: string): Promise<AnswerState> {
  const [state] = await runBatch(db, [stateOf(domainId)]);
  return readState(state!);
}

/** The state, and the answered runs of these days that are not analysed, or never will be: they count nowhere. */
export async function uncountedRuns(
  db: Db,
  domainId: string,
  days: { from: string; to: string },
): Promise<{ state: AnswerState; hidden: string[] }> {
  const [state, hidden] = await runBatch(db, [
    stateOf(domainId),
    sql`SELECT id FROM prompt_run WHERE domain_id = ${domainId} AND date_utc BETWEEN ${days.from} AND ${days.to}
      AND status <> 'ok' AND attempts > 0`,
  ]);
  return {
    state: readState(state!),
    hidden: (hidden!.results as Array<{ id: string }>).map(({ id }) => id),
  };
}

/** The statement that notes the rules of an analysis. Place it right after the statement that ended the run. */
export function rulesNoted(runId: string, rulesKey: string): SQL {
  return sql`INSERT INTO domain_answers (domain_id, rules_key)
    SELECT domain_id, ${rulesKey} FROM prompt_run WHERE id = ${runId} AND status = 'ok' AND changes() > 0
    ON CONFLICT (domain_id) DO UPDATE SET rules_key = '', mark = mark + 1 WHERE rules_key <> excluded.rules_key`;
}

/** Notes that a domain's analyses may differ in their rules. Returns the mark from which a replay starts. */
export async function beginReplay(db: Db, domainId: string, rulesKey: string): Promise<number> {
  const [, state] = await runBatch(db, [
    sql`UPDATE domain_answers SET rules_key = '', mark = mark + 1 WHERE domain_id = ${domainId} AND rules_key NOT IN (${rulesKey}, '')`,
    stateOf(domainId),
  ]);
  return readState(state!).mark;
}

/** Notes that all analyses used these rules, unless one was made with others since `mark`. */
export async function endReplay(db: Db, domainId: string, rulesKey: string, mark: number): Promise<void> {
  await runBatch(db, [
    sql`UPDATE domain_answers SET rules_key = ${rulesKey} WHERE domain_id = ${domainId} AND mark = ${mark}`,
  ]);
}

/** The statement that notes that a prompt's answers must go, if `onlyIf`. */
export function promptGone(domainId: string, promptId: string, onlyIf: SQL): SQL {
  return sql`INSERT INTO domain_answers (domain_id, gone) SELECT id, json_array(${promptId}) FROM domain WHERE id = ${domainId} AND ${onlyIf}
    ON CONFLICT (domain_id) DO UPDATE SET gone = json_insert(gone, '$[#]', ${promptId})
    WHERE NOT EXISTS (SELECT 1 FROM json_each(gone) WHERE value = ${promptId})`;
}

/** Notes that the object has nothing left of these prompts. */
export async function promptsDropped(db: Db, domainId: string, promptIds: readonly string[]): Promise<void> {
  await runBatch(db, [
    sql`UPDATE domain_answers SET gone = (SELECT json_group_array(value) FROM json_each(gone)
        WHERE value NOT IN (SELECT value FROM json_each(${JSON.stringify(promptIds)}))) WHERE domain_id = ${domainId}`,
  ]);
}

/** A run that ended, with all columns that its object keeps. */
export interface EndedRun {
  id: string;
  promptId: string;
  provider: Provider;
  slot: string;
  dateUtc: string;
  status: "ok" | "error";
  createdAt: number;
  deadlineAt: number;
  attempts: number;
  answeredAt: number | null;
  analysisAttempts: number;
  errorCode: string | null;
  errorText: string | null;
  finishedAt: number | null;
}

/** Runs per settlement: about a megabyte. */
const RUNS = 5_000;

/**
 * All runs of a domain up to a day, at most about `RUNS`, and the last day of which these are all. Null: there are none,
 * or one is still open.
 */
export async function runsToSettle(
  db: Db,
  domainId: string,
  to: string,
): Promise<{ day: string; runs: EndedRun[] } | null> {
  const rows = await db.all<Omit<EndedRun, "status"> & { status: string }>(sql`
    SELECT id, prompt_id AS promptId, provider, slot, date_utc AS dateUtc, status, created_at AS createdAt,
      deadline_at AS deadlineAt, attempts, answered_at AS answeredAt, analysis_attempts AS analysisAttempts,
      error_code AS errorCode, error_text AS errorText, finished_at AS finishedAt
    FROM prompt_run WHERE domain_id = ${domainId} AND date_utc <= ${to} AND date_utc <= coalesce(
      (SELECT date_utc FROM prompt_run WHERE domain_id = ${domainId} ORDER BY date_utc LIMIT 1 OFFSET ${RUNS}), ${to})
    ORDER BY date_utc, created_at`);
  const day = rows.length > RUNS ? rows.at(-1)!.dateUtc : to;
  const open = rows.find(({ status }) => status !== "ok" && status !== "error");
  // An open run of an old day is ended by the sweep. Days before it can go.
  const until = open ? rows.filter(({ dateUtc }) => dateUtc < open.dateUtc) : rows;
  if (until.length === 0) return null;
  return { day: open ? until.at(-1)!.dateUtc : day, runs: until as EndedRun[] };
}

/**
 * Deletes runs that the object has taken over, and notes it, in one transaction. Does nothing if D1 has another run of
 * these days.
 */
export async function dropSettled(db: Db, domainId: string, day: string, runIds: readonly string[]): Promise<void> {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(runIds)}))`;
  const old = sql`domain_id = ${domainId} AND date_utc <= ${day}`;
  const whole = sql`NOT EXISTS (SELECT 1 FROM prompt_run WHERE ${old} AND (status IN ${OPEN} OR id NOT IN ${ids}))`;
  await runBatch(db, [
    sql`UPDATE prompt_schedule SET settled_good_at = max(coalesce(settled_good_at, 0), x.at)
      FROM (SELECT prompt_id, provider, max(created_at) AS at FROM prompt_run WHERE ${old} AND status = 'ok' GROUP BY 1, 2) x
      WHERE prompt_schedule.prompt_id = x.prompt_id AND prompt_schedule.provider = x.provider`,
    sql`INSERT INTO domain_answers (domain_id, settled_to) SELECT ${domainId}, ${day} WHERE ${whole}
      ON CONFLICT (domain_id) DO UPDATE SET settled_to = max(settled_to, excluded.settled_to)`,
    sql`DELETE FROM prompt_run WHERE ${old} AND status NOT IN ${OPEN} AND id IN ${ids}
      AND date_utc <= (SELECT settled_to FROM domain_answers WHERE domain_id = ${domainId})`,
  ]);
}
