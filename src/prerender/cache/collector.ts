import type { Bindings } from "../../env";
import { HOUR_MS } from "../../lib/time/time";
import { deleteBodies } from "./snapshot-bucket";
import { removeExpired } from "./entries";
import { pruneRenderLog } from "./render-log";
import { pruneRenders } from "./renders";

/** How often to collect. Removed bodies are kept for the same time, because a reader may have just looked them up. */
export const COLLECT_AFTER_MS = HOUR_MS;
const BATCH = 500;

/** Hands a few unreferenced snapshots to the collector. */
export function discard(sql: SqlStorage, snaps: readonly string[], now: number): void {
  if (snaps.length === 0) return;
  sql.exec("INSERT OR IGNORE INTO garbage SELECT value, ?2 FROM json_each(?1)", JSON.stringify(snaps), now);
}

/** Deletes expired entries and the bodies of removed ones. Returns whether more is due now, later, or nothing is left. */
export async function collect(sql: SqlStorage, env: Bindings, now: number): Promise<"now" | "later" | "never"> {
  removeExpired(sql, now);
  pruneRenders(sql, now);
  pruneRenderLog(sql, now);
  const more = await deleteGarbage(sql, env, now);
  const rest = "SELECT 1 FROM entry UNION ALL SELECT 1 FROM garbage UNION ALL SELECT 1 FROM render_log LIMIT 1";
  if (sql.exec(rest).toArray().length === 0) return "never";
  return more ? "now" : "later";
}

/** Deletes each body before its row. True: more may be due. */
async function deleteGarbage(sql: SqlStorage, env: Bindings, now: number): Promise<boolean> {
  const due = sql
    .exec<{ snap: string }>("SELECT snap FROM garbage WHERE since <= ?1 LIMIT ?2", now - COLLECT_AFTER_MS, BATCH)
    .toArray();
  const snaps = due.map((row) => row.snap);
  await deleteBodies(env, snaps);
  sql.exec("DELETE FROM garbage WHERE snap IN (SELECT value FROM json_each(?1))", JSON.stringify(snaps));
  return snaps.length === BATCH;
}
