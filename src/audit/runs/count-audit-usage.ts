import type { Db } from "../../db/client";
import { startOfUtcMonth, utcMonth } from "../../lib/time";
import { countOnDemandRuns, pagesUsed } from "./repo";

/** Counts the on-demand audits and pages that an account has used this month. */
export async function countAuditUsage(
  db: Db,
  accountId: string,
  now: number,
): Promise<{ onDemandAuditsPerMonth: number; pagesPerMonth: number }> {
  const [onDemandAuditsPerMonth, pagesPerMonth] = await Promise.all([
    countOnDemandRuns(db, accountId, { start: startOfUtcMonth(now), name: utcMonth(now) }),
    pagesUsed(db, accountId, utcMonth(now)),
  ]);
  return { onDemandAuditsPerMonth, pagesPerMonth };
}
