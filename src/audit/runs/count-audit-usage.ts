import type { Db } from "../../db/client";
import { startOfUtcMonth, utcMonth } from "../../lib/time";
import { countOnDemandRuns, pagesUsed } from "./repo";

/** What an account's audits have used of its month so far. */
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
