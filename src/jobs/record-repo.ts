import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { runBatch, type Db } from "../db/client";

/** A table of records, its column of time, and the first time that is kept. */
export interface Records {
  table:
    | "action_log"
    | "operator_log"
    | "audit_usage"
    | "provider_call"
    | "analysis_call"
    | "call_month"
    | "service_usage"
    | "platform_usage"
    | "domain_usage";
  column: string;
  from: number | string;
  /** The ledger that the rows are calls of. They are added to the sums of their month as they go. */
  ledger?: "answers" | "analysis";
}

/** Rows per page. */
const PAGE = 5_000;

/**
 * Deletes old rows among the next page after `row`, in the order of insertion. That is the order of time, so old rows
 * are found without an index of their own. Returns the last row of the page, or null if newer rows begin there.
 */
export async function deleteOldRecords(
  db: Db,
  { table, column, from, ledger }: Records,
  row: number,
): Promise<number | null> {
  const [name, time] = [sql.identifier(table), sql.identifier(column)];
  const [last] = await db.all<{ row: number; old: number }>(sql`
    SELECT rowid AS row, ${time} < ${from} AS old
    FROM (SELECT rowid, ${time} FROM ${name} WHERE rowid > ${row} ORDER BY rowid LIMIT ${PAGE}) ORDER BY rowid DESC LIMIT 1`);
  if (!last) return null;
  // The entry of an account's creation shows who created it, which decides what the account may spend.
  const kept = table === "action_log" ? sql`AND action <> 'account.created'` : sql``;
  const old = sql`rowid > ${row} AND rowid <= ${last.row} AND ${time} < ${from} ${kept}`;
  const summed = ledger === undefined ? [] : [callsSummed(name, ledger, old)];
  await runBatch(db, [...summed, sql`DELETE FROM ${name} WHERE ${old}`]);
  return last.old === 1 ? last.row : null;
}

/** The statement that adds calls to the sums of their months. Place it before the one that deletes them. */
function callsSummed(table: SQL | SQLWrapper, ledger: string, which: SQL): SQL {
  return sql`INSERT INTO call_month (account_id, month, ledger, provider, calls, answered, input_tokens, output_tokens, searches)
    SELECT account_id, substr(day, 1, 7), ${ledger}, provider, count(*), coalesce(sum(outcome = 'ok'), 0),
      coalesce(sum(input_tokens), 0), coalesce(sum(output_tokens), 0), coalesce(sum(searches), 0)
    FROM ${table} WHERE ${which} GROUP BY 1, 2, 4
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, answered = answered + excluded.answered,
      input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens,
      searches = searches + excluded.searches`;
}

/** Deletes credentials revoked before `before`. Both tables are small: some rows per account. */
export async function deleteRevoked(db: Db, before: number): Promise<void> {
  await runBatch(db, [
    sql`DELETE FROM api_key WHERE rowid IN (SELECT rowid FROM api_key WHERE revoked_at < ${before} LIMIT 5000)`,
    sql`DELETE FROM stats_token WHERE rowid IN (SELECT rowid FROM stats_token WHERE revoked_at < ${before} LIMIT 5000)`,
  ]);
}
