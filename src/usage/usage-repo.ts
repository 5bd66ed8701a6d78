import { sql } from "drizzle-orm";
import { openDb } from "../db/client";
import { utcMonth } from "../lib/time/time";
import type { Units } from "./units";

/**
 * Adds to the month's units of the account that `subject` belongs to: its own id, or that of a domain or a webhook. One
 * statement that writes one row.
 */
export async function addUsage(database: D1Database, subject: string, units: Units, now: number): Promise<void> {
  await openDb(database).run(sql`
    INSERT INTO platform_usage (month, account_id, units) VALUES (${utcMonth(now)}, coalesce(
      (SELECT id FROM account WHERE id = ${subject}), (SELECT account_id FROM domain WHERE id = ${subject}),
      (SELECT account_id FROM webhook WHERE id = ${subject}), ''), ${JSON.stringify(units)})
    ON CONFLICT (month, account_id) DO UPDATE SET units = (
      SELECT json_group_object(unit, amount) FROM (
        SELECT key AS unit, sum(value) AS amount FROM (
          SELECT key, value FROM json_each(platform_usage.units) UNION ALL SELECT key, value FROM json_each(excluded.units))
        GROUP BY key))`);
}
