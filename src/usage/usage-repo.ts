import { sql } from "drizzle-orm";
import { openDb, runBatch, type Db } from "../db/client";
import { utcMonth } from "../lib/time/time";
import type { CountedUnit, Units } from "./units";

/**
 * Adds to the month's units of the account that `subject` belongs to: its own id, or that of a domain or a webhook. A domain's
 * are also added to its own.
 */
export async function addUsage(database: D1Database, subject: string, units: Units, now: number): Promise<void> {
  const [month, amounts] = [utcMonth(now), JSON.stringify(units)];
  await runBatch(openDb(database), [
    sql`INSERT INTO platform_usage (month, account_id, units) VALUES (${month}, coalesce(
      (SELECT id FROM account WHERE id = ${subject}), (SELECT account_id FROM domain WHERE id = ${subject}),
      (SELECT account_id FROM webhook WHERE id = ${subject}), ''), ${amounts})
    ON CONFLICT (month, account_id) DO UPDATE SET units = ${sumOf("platform_usage")}`,
    sql`INSERT INTO domain_usage (month, domain_id, units) SELECT ${month}, id, ${amounts} FROM domain
    WHERE id = ${subject} AND deleted_at IS NULL
    ON CONFLICT (domain_id, month) DO UPDATE SET units = ${sumOf("domain_usage")}`,
  ]);
}

const sumOf = (table: string) => sql`(
  SELECT json_group_object(unit, amount) FROM (
    SELECT key AS unit, sum(value) AS amount FROM (
      SELECT key, value FROM json_each(${sql.raw(table)}.units) UNION ALL SELECT key, value FROM json_each(excluded.units))
    GROUP BY key))`;

/** The month's units of these domains, by id. A domain without any is left out. */
export async function usageOfDomains(db: Db, month: string, ids: readonly string[]): Promise<Map<string, Units>> {
  const rows = await db.all<{ id: string; units: string }>(sql`
    SELECT domain_id AS id, units FROM domain_usage
    WHERE domain_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND month = ${month}`);
  return new Map(rows.map(({ id, units }) => [id, JSON.parse(units) as Units]));
}

/** The month's units of the whole service. */
export async function sumUsage(db: Db, month: string): Promise<Units> {
  const rows = await db.all<{ unit: CountedUnit; amount: number }>(sql`
    SELECT key AS unit, sum(value) AS amount FROM platform_usage, json_each(units) WHERE month = ${month} GROUP BY key`);
  return Object.fromEntries(rows.map(({ unit, amount }) => [unit, amount]));
}

interface AccountUsage {
  accountId: string;
  /** Null: the account was deleted. */
  plan: string | null;
  units: Units;
}

/** The month's units of accounts, in order of their ids after `after`; null: of what no account caused. */
export async function listUsage(db: Db, month: string, after: string | null, limit: number): Promise<AccountUsage[]> {
  const which = after === null ? sql`account_id = ''` : sql`account_id > ${after}`;
  const rows = await db.all<{ accountId: string; plan: string | null; units: string }>(sql`
    SELECT account_id AS accountId, plan, units FROM platform_usage LEFT JOIN account ON account.id = account_id AND account.deleted_at IS NULL
    WHERE month = ${month} AND ${which} ORDER BY account_id LIMIT ${limit}`);
  return rows.map(({ accountId, plan, units }) => ({ accountId, plan, units: JSON.parse(units) as Units }));
}
