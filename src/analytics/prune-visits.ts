import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { dayNumber } from "./core/window";
import { deleteExpiredIds } from "./legacy-repo";
import { upkeepDomains } from "./upkeep-visits";

const QUERIES_A_STEP = 60;
const IDS = "ids";

/**
 * Cron: deletes counts of all domains that are too old for any report, then the ids in D1, which the release before
 * counted visits by, once they can no longer arrive again.
 */
export async function pruneVisits(env: Bindings, now: number, after: string | null = null): Promise<string | null> {
  if (after !== IDS) return (await upkeepDomains(env, now, after, false)) ?? IDS;
  return (await deleteExpiredIds(openDb(env.DB), dayNumber(now), { left: QUERIES_A_STEP })) ? null : IDS;
}
