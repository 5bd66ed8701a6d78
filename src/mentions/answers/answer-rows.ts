import type { AnswerKey, NewAnalysis, NewAnswer, SettledRun, StoredParts } from "./stored-answer";

export const PARTS = `day, created_at AS createdAt, run_id AS runId, prompt_id AS promptId, provider, attempt, status, run,
  rules_key AS rulesKey, revision, answer_size + analysis_size AS size, answer, analysis, pack, at,
  answer_length AS answerLength, analysis_length AS analysisLength`;
const OF_KEY = "day = ? AND created_at = ? AND run_id = ?";

/** Rows as they come; the type is what the query selects. */
export const rowsOf = <T>(sql: SqlStorage, query: string, ...values: SqlStorageValue[]): Iterable<T> =>
  sql.exec(query, ...values) as unknown as Iterable<T>;

/**
 * Stores the answer to a request, before D1 accepts it. It replaces one of an earlier request, which D1 will never
 * accept, and never that of a later one or of a run that is settled.
 */
export function saveAnswer(sql: SqlStorage, row: NewAnswer): void {
  const { answer } = row;
  sql.exec(
    `INSERT INTO answer (day, created_at, run_id, prompt_id, provider, attempt, model, search, answer, answer_size)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET attempt = excluded.attempt, model = excluded.model, search = excluded.search,
       answer = excluded.answer, answer_size = excluded.answer_size, rules_key = NULL, analysis = NULL, analysis_size = 0
     WHERE excluded.attempt > attempt AND status IS NULL`,
    row.day,
    row.createdAt,
    row.runId,
    row.promptId,
    row.provider,
    row.attempt,
    row.model,
    row.search,
    answer.body,
    answer.size,
  );
}

/** Removes the answer of a request that D1 did not accept. */
export function dropAnswer(sql: SqlStorage, { day, createdAt, runId }: AnswerKey, attempt: number): void {
  sql.exec(`DELETE FROM answer WHERE ${OF_KEY} AND attempt = ? AND status IS NULL`, day, createdAt, runId, attempt);
}

/** What an analysis may replace: that of an earlier attempt, or the one that was read. */
export type Replaces = { attempt: number } | { revision: number };

/** Stores an analysis with what statistics read of it. False: there is a newer one, or no answer. */
export function saveAnalysis(sql: SqlStorage, row: NewAnalysis, replaces: Replaces): boolean {
  const [guard, value] =
    "attempt" in replaces
      ? (["analysis_attempt <= ?1 AND status IS NULL", replaces.attempt] as const)
      : (["revision = ?1", replaces.revision] as const);
  const attempt = "attempt" in replaces ? "?1" : "analysis_attempt";
  const { rowsWritten } = sql.exec(
    `UPDATE answer SET analysis_attempt = ${attempt}, rules_key = ?2, position = ?3, sentiment = ?4, tone_found = ?5,
       own_urls = ?6, competitors = ?7, cited = ?8, analysis = ?9, analysis_size = ?10, revision = revision + 1
     WHERE ${guard} AND day = ?11 AND created_at = ?12 AND run_id = ?13`,
    value,
    row.rulesKey,
    row.position,
    row.sentiment,
    row.toneFound,
    row.ownUrls,
    row.competitors,
    row.cited,
    row.analysis.body,
    row.analysis.size,
    row.day,
    row.createdAt,
    row.runId,
  );
  if (rowsWritten > 0 && "revision" in replaces)
    sql.exec(
      `UPDATE pack SET due = 1 WHERE due = 0 AND key = (SELECT pack FROM answer WHERE ${OF_KEY})`,
      row.day,
      row.createdAt,
      row.runId,
    );
  return rowsWritten > 0;
}

/**
 * The answers of these runs, in this order, and of how many runs: those that fit into `most` bytes as JSON, at least one.
 * A run without an answer has none in the result.
 */
export function answersOfRuns(
  sql: SqlStorage,
  keys: readonly AnswerKey[],
  most: number,
): { parts: StoredParts[]; runs: number } {
  const list = JSON.stringify(keys.map(({ day, createdAt, runId }) => [day, createdAt, runId]));
  const found = rowsOf<StoredParts & { no: number }>(
    sql,
    `SELECT j.key AS no, ${PARTS} FROM (SELECT key, value FROM json_each(?) ORDER BY key) j CROSS JOIN answer
     ON day = j.value ->> 0 AND created_at = j.value ->> 1 AND run_id = j.value ->> 2`,
    list,
  );
  const parts: StoredParts[] = [];
  let bytes = 0;
  for (const { no, ...part } of found) {
    bytes += part.size;
    if (bytes > most && parts.length > 0) return { parts, runs: no };
    parts.push(part);
  }
  return { parts, runs: keys.length };
}

/** Answers read at once to be analysed again, as JSON. */
const OUTDATED_BYTES = 8 * 1024 * 1024;

/** Answers from a day on whose analysis used other rules, oldest first, and whether there may be more. */
export function outdated(
  sql: SqlStorage,
  rulesKey: string,
  fromDay: string,
  limit: number,
): { parts: StoredParts[]; more: boolean } {
  const query = `SELECT ${PARTS} FROM answer WHERE day >= ? AND rules_key IS NOT NULL AND rules_key <> ?
    ORDER BY day, created_at, run_id LIMIT ?`;
  const parts: StoredParts[] = [];
  let bytes = 0;
  for (const part of rowsOf<StoredParts>(sql, query, fromDay, rulesKey, limit)) {
    bytes += part.size;
    if (bytes > OUTDATED_BYTES && parts.length > 0) return { parts, more: true };
    parts.push(part);
  }
  return { parts, more: parts.length === limit };
}

/**
 * Takes over runs that ended on days up to `day`: all that D1 has of these days. Answers of these days that belong to
 * none of them were never accepted, and go. Repeating it changes nothing.
 */
export function settle(sql: SqlStorage, day: string, runs: readonly SettledRun[]): void {
  for (const run of runs) {
    sql.exec(
      `INSERT INTO answer (day, created_at, run_id, prompt_id, provider, status, run, attempt) VALUES (?, ?, ?, ?, ?, ?, ?, 0)
       ON CONFLICT DO UPDATE SET status = excluded.status, run = excluded.run WHERE status IS NULL`,
      run.day,
      run.createdAt,
      run.runId,
      run.promptId,
      run.provider,
      run.status,
      run.run,
    );
    // An answer that arrived and was not accepted.
    sql.exec(
      `UPDATE answer SET answer = NULL, analysis = NULL, answer_size = 0, analysis_size = 0, rules_key = NULL
       WHERE ${OF_KEY} AND answer IS NOT NULL AND attempt IS NOT ?`,
      run.day,
      run.createdAt,
      run.runId,
      run.answeredBy,
    );
  }
  sql.exec("DELETE FROM answer WHERE day <= ? AND status IS NULL", day);
}

/** Deletes the answers of a prompt. Its files are written anew without them. */
export function dropPrompt(sql: SqlStorage, promptId: string): void {
  sql.exec("UPDATE pack SET due = 1 WHERE key IN (SELECT pack FROM answer WHERE prompt_id = ?)", promptId);
  sql.exec("DELETE FROM answer WHERE prompt_id = ?", promptId);
}

/** Deletes what belongs to days before `firstDay`. */
export function dropBefore(sql: SqlStorage, firstDay: string): void {
  sql.exec("UPDATE pack SET due = 1 WHERE day < ? AND due = 0", firstDay);
  sql.exec("DELETE FROM answer WHERE day < ?", firstDay);
  sql.exec("DELETE FROM report WHERE day < ?", firstDay);
}
