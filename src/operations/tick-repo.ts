import { sql } from "drizzle-orm";
import type { Db } from "../db/client";

/** Records a tick whose jobs are queued. `at`: when it was scheduled, epoch ms. A late tick does not replace a newer one. */
export async function recordTick(db: Db, cron: string, at: number, now: number): Promise<void> {
  await db.run(sql`
    INSERT INTO cron_tick (cron, at, queued_at, first_at) VALUES (${cron}, ${at}, ${now}, ${now})
    ON CONFLICT (cron) DO UPDATE SET at = excluded.at, queued_at = excluded.queued_at WHERE excluded.at > at`);
}
