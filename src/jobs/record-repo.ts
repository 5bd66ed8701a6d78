import { sql } from "drizzle-orm";
import { runBatch, type Db } from "../db/client";

/** A table of records, its column of time, and the first time that is kept. */
export interface Records {
  table: "action_log" | "audit_usage" | "provider_call" | "analysis_call" | "service_usage" | "platform_usage";
  column: string;
  from: number | string;
}

/** Rows per page. */
const PAGE = 5_000;

/**
 * Deletes old rows among the next page after `row`, in the order of insertion. That is the order of time, so old rows
 * are found without an index of their own. Returns the last row of the page, or null if newer rows begin there.
 */
export async function deleteOldRecords(db: Db, { table, column, from }: Records, row: number): Promise<number | null> {
  const [name, time] = [sql.identifier(table), sql.identifier(column)];
  const [last] = await db.all<{ row: number; old: number }>(sql`
    SELECT rowid AS row, ${time} < ${from} AS old
    FROM (SELECT rowid, ${time} FROM ${name} WHERE rowid > ${row} ORDER BY rowid LIMIT ${PAGE}) ORDER BY rowid DESC LIMIT 1`);
  if (!last) return null;
  // The entry of an account's creation shows who created it, which decides what the account may spend.
  const kept = table === "action_log" ? sql`AND action <> 'account.created'` : sql``;
  await db.run(sql`DELETE FROM ${name} WHERE rowid > ${row} AND rowid <= ${last.row} AND ${time} < ${from} ${kept}`);
  return last.old === 1 ? last.row : null;
}

/** Deletes credentials revoked before `before`. Both tables are small: some rows per account. */
export async function deleteRevoked(db: Db, before: number): Promise<void> {
  await runBatch(db, [
    sql`DELETE FROM api_key WHERE rowid IN (SELECT rowid FROM api_key WHERE revoked_at < ${before} LIMIT 5000)`,
    sql`DELETE FROM stats_token WHERE rowid IN (SELECT rowid FROM stats_token WHERE revoked_at < ${before} LIMIT 5000)`,
  ]);
}
