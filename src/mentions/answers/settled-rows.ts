import type { Provider } from "../core/provider";
import { PARTS, rowsOf } from "./answer-rows";
import type { StoredParts } from "./stored-answer";

/** Which settled runs are requested. */
export interface SettledFilter {
  runId?: string | undefined;
  promptId?: string | undefined;
  provider?: Provider | undefined;
  /** Inclusive days, `yyyy-mm-dd`. */
  from: string;
  to: string;
  /** Deleted prompts. */
  gone: readonly string[];
}

function matching({ runId, promptId, provider, from, to, gone }: SettledFilter): [string, SqlStorageValue[]] {
  const parts = ["day BETWEEN ? AND ?", "status IS NOT NULL", "prompt_id NOT IN (SELECT value FROM json_each(?))"];
  const values: SqlStorageValue[] = [from, to, JSON.stringify(gone)];
  for (const [column, value] of Object.entries({ run_id: runId, prompt_id: promptId, provider })) {
    if (value === undefined) continue;
    parts.push(`${column} = ?`);
    values.push(value);
  }
  return [parts.join(" AND "), values];
}

/** Files of R2 that one part of a list may need. */
const FILES = 200;

/**
 * Matching runs, newest first: at most `limit`, `most` bytes and `FILES` files, at least one, and whether there may be more.
 */
export function settledRuns(
  sql: SqlStorage,
  filter: SettledFilter,
  page: { limit: number; most: number; after: { day: string; createdAt: number; id: string } | undefined },
): { parts: StoredParts[]; more: boolean } {
  const [where, values] = matching(filter);
  const { limit, most, after } = page;
  const [cursor, from] = after
    ? (["AND (day, created_at, run_id) < (?, ?, ?)", [after.day, after.createdAt, after.id]] as const)
    : (["", []] as const);
  const query = `SELECT ${PARTS} FROM answer WHERE ${where} ${cursor} ORDER BY day DESC, created_at DESC, run_id DESC LIMIT ?`;
  const parts: StoredParts[] = [];
  const files = new Set<string>();
  let bytes = 0;
  for (const part of rowsOf<StoredParts>(sql, query, ...values, ...from, limit)) {
    bytes += part.size;
    if (part.pack !== null) files.add(part.pack);
    if ((bytes > most || files.size > FILES) && parts.length > 0) return { parts, more: true };
    parts.push(part);
  }
  return { parts, more: parts.length === limit };
}

export function settledCounts(
  sql: SqlStorage,
  filter: SettledFilter,
): Array<{ status: "ok" | "error"; count: number }> {
  const [where, values] = matching(filter);
  return [
    ...rowsOf<{ status: "ok" | "error"; count: number }>(
      sql,
      `SELECT status, count(*) AS count FROM answer WHERE ${where} GROUP BY status`,
      ...values,
    ),
  ];
}

/** Epoch ms of each prompt's last settled run, and of its last one with an answer. */
export function lastSettled(
  sql: SqlStorage,
  filter: SettledFilter,
): Array<{ promptId: string; provider: Provider; lastAt: number; lastGoodAt: number | null }> {
  const [where, values] = matching(filter);
  return [
    ...rowsOf<{ promptId: string; provider: Provider; lastAt: number; lastGoodAt: number | null }>(
      sql,
      `SELECT prompt_id AS promptId, provider, max(created_at) AS lastAt, max(CASE status WHEN 'ok' THEN created_at END) AS lastGoodAt
       FROM answer WHERE ${where} GROUP BY prompt_id, provider`,
      ...values,
    ),
  ];
}
