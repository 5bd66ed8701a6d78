import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { announceEvents, recordEvents } from "../../events";
import { log } from "../../lib/text/log";
import { utcDay } from "../../lib/time/time";
import type { PrerenderSite } from "../cache/site";

export type NoteEnv = Pick<Bindings, "DB" | "HOUSEKEEPING_QUEUE">;

/** What this isolate has recorded, so that many refused requests query D1 once. */
const noted = new Set<string>();
const MOST_NOTED = 10_000;

/**
 * Announces to the account that a daily budget is used up. Never throws: if this fails, the next refused render of the
 * day announces it.
 */
export async function noteBudget(
  env: NoteEnv,
  { accountId, domainId }: PrerenderSite,
  budget: "browser_time" | "new_pages",
  now: number,
): Promise<void> {
  const day = utcDay(now);
  const about = budget === "new_pages" ? domainId : null;
  const id = `budget.used_up:${budget}:${about ?? accountId}:${day}`;
  if (noted.has(id)) return;
  try {
    const data = { budget, day };
    await recordEvents(openDb(env.DB), [{ id, type: "budget.used_up", accountId, domainId: about, at: now, data }]);
    if (noted.size >= MOST_NOTED) noted.clear();
    noted.add(id);
  } catch (error) {
    log("warn", "budget_not_noted", { budget, error: String(error) });
  }
  await announceEvents(env);
}
