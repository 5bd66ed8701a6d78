import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { DAY_MS, utcDay, utcMonth } from "../lib/time/time";
import { deleteOldRecords, deleteRevoked, type Records } from "./record-repo";

/** Two years and the current month: long enough to settle any bill. */
const KEPT_MONTHS = 25;

/** Pages of each table per step. */
const PAGES = 10;

/** Calls are kept one by one while their run may go on and their day's budget counts, and as sums of months after that. */
const CALL_DAYS = 10;

/** The tables that we keep as records, with the first time that is kept. */
function recordsFrom(first: number, now: number): Records[] {
  const calls = { column: "started_at", from: now - CALL_DAYS * DAY_MS };
  return [
    { table: "action_log", column: "at", from: first },
    { table: "provider_call", ...calls, ledger: "answers" },
    { table: "analysis_call", ...calls, ledger: "analysis" },
    { table: "call_month", column: "month", from: utcMonth(first) },
    { table: "audit_usage", column: "month", from: utcMonth(first) },
    { table: "service_usage", column: "day", from: utcDay(first) },
    { table: "platform_usage", column: "month", from: utcMonth(first) },
    { table: "domain_usage", column: "month", from: utcMonth(first) },
    { table: "operator_log", column: "at", from: first },
  ];
}

/**
 * Daily cron: sums up old calls to AI providers, and deletes billing records, entries of the action log and revoked credentials that are older than 25 months.
 * `after` is the position of the table and the last row that the previous step has seen.
 */
export async function pruneRecords(
  env: Pick<Bindings, "DB">,
  now: number,
  after: string | null = null,
): Promise<string | null> {
  const db = openDb(env.DB);
  const date = new Date(now);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - KEPT_MONTHS, 1);
  const records = recordsFrom(first, now);
  let [position, row] = after === null ? [0, 0] : (JSON.parse(after) as [number, number]);
  for (; position < records.length; position++, row = 0) {
    for (let page = 0; ; page++) {
      if (page === PAGES) return JSON.stringify([position, row]);
      const last = await deleteOldRecords(db, records[position]!, row);
      if (last === null) break;
      row = last;
    }
  }
  await deleteRevoked(db, first);
  return null;
}
