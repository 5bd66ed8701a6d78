import { sql } from "drizzle-orm";
import { withoutParameters } from "../lib/text/log";
import type { Db } from "./client";

const MAX_DETAIL = 300;

/**
 * Records the last time that something failed. `name`: that of the log event, or `queue:` and the name of a dead letter
 * queue.
 */
export async function recordFault(db: Db, name: string, error: unknown, now: number): Promise<void> {
  const detail = withoutParameters(String(error)).slice(0, MAX_DETAIL).toWellFormed();
  await db.run(sql`
    INSERT INTO service_fault (name, at, detail) VALUES (${name}, ${now}, ${detail})
    ON CONFLICT (name) DO UPDATE SET at = excluded.at, detail = excluded.detail WHERE excluded.at >= at`);
}
