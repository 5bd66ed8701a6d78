import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { dayNumber } from "./core/window";
import { deleteExpiredIds } from "./legacy-repo";

const QUERIES_A_STEP = 60;

/**
 * Cron: deletes the ids in D1, which the release before counted visits by, once they can no longer arrive again. The
 * upkeep of each domain deletes the rest.
 */
export async function pruneVisits(env: Pick<Bindings, "DB">, now: number): Promise<string | null> {
  return (await deleteExpiredIds(openDb(env.DB), dayNumber(now), { left: QUERIES_A_STEP })) ? null : "more";
}
