import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { startOfUtcMonth, utcMonth } from "../../../lib/time/time";
import { liveRuns } from "../watch/live-runs";
import { activeRuns, countOnDemandRuns, pagesBooked } from "../../repo";

/** Counts the on-demand audits and pages that an account has used this month; only for the domains `only`, if it is not null. */
export async function countAuditUsage(
  env: Pick<Bindings, "DB" | "DOMAIN_AUDIT">,
  accountId: string,
  only: readonly string[] | null,
  now: number,
): Promise<{ onDemandAuditsPerMonth: number; pagesPerMonth: number }> {
  const db = openDb(env.DB);
  const [onDemandAuditsPerMonth, all] = await Promise.all([
    countOnDemandRuns(db, accountId, { start: startOfUtcMonth(now), name: utcMonth(now) }, only),
    activeRuns(db, accountId),
  ]);
  const active = only ? all.filter((run) => only.includes(run.domain)) : all;
  const running = await liveRuns(env, active);
  // An active run may end meanwhile: its pages are counted once, from the run.
  const ids = active.map((run) => run.id);
  const booked = await pagesBooked(db, accountId, utcMonth(now), ids, only);
  const pagesPerMonth = running.reduce((sum, run) => sum + run.pagesCrawled, booked);
  return { onDemandAuditsPerMonth, pagesPerMonth };
}
