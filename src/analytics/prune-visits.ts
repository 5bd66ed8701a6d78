import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { dayNumber, RETENTION_DAYS } from "./core/window";
import { deletePathVisitsBefore, deleteTotalsBefore } from "./upkeep-repo";

/** Limits per step: ranges of paths and statements. */
const RANGES_A_STEP = 20;
const QUERIES_A_STEP = 60;
const TOTALS = "totals";

/**
 * Deletes counts that are too old for any report and ids that can no longer arrive again. Starts with the counts by
 * path.
 */
export async function pruneVisits(
  env: Pick<Bindings, "DB">,
  now: number,
  after: string | null = null,
): Promise<string | null> {
  const db = openDb(env.DB);
  const today = dayNumber(now);
  const firstDay = today - RETENTION_DAYS;
  if (after !== TOTALS) {
    let path: number | null = Number(after ?? 0);
    for (let range = 0; range < RANGES_A_STEP && path !== null; range++)
      path = await deletePathVisitsBefore(db, firstDay, path);
    if (path !== null) return String(path);
  }
  return (await deleteTotalsBefore(db, firstDay, today, { left: QUERIES_A_STEP })) ? null : TOTALS;
}
