import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { startOfUtcMonth, utcMonth } from "../../lib/time";
import { liveRuns } from "./live-runs";
import { activeRuns, countOnDemandRuns, pagesBooked } from "./repo";

/** Counts the on-demand audits and pages that an account has used this month. */
export async function countAuditUsage(
  env: Pick<Bindings, "DB" | "DOMAIN_AUDIT">,
  accountId: string,
  now: number,
): Promise<{ onDemandAuditsPerMonth: number; pagesPerMonth: number }> {
  const db = openDb(env.DB);
  const [onDemandAuditsPerMonth, active] = await Promise.all([
    countOnDemandRuns(db, accountId, { start: startOfUtcMonth(now), name: utcMonth(now) }),
    activeRuns(db, accountId),
  ]);
  const running = await liveRuns(env, active);
  // An active run may end meanwhile: its pages are counted once, from the run.
  const ids = active.map((run) => run.id);
  const booked = await pagesBooked(db, accountId, utcMonth(now), ids);
  const pagesPerMonth = running.reduce((sum, run) => sum + run.pagesCrawled, booked);
  return { onDemandAuditsPerMonth, pagesPerMonth };
}
