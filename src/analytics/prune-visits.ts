import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { dayNumber, RETENTION_DAYS } from "./core/window";
import { deleteSeenBefore, deleteVisitsBefore } from "./upkeep-repo";

/** Deletes counts that no report can ask for any more, and ids that can no longer come again. */
export async function pruneVisits(env: Pick<Bindings, "DB">, now: number): Promise<void> {
  const db = openDb(env.DB);
  await deleteVisitsBefore(db, dayNumber(now) - RETENTION_DAYS);
  await deleteSeenBefore(db, dayNumber(now));
}
