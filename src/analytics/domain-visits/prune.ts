import { dayNumber } from "../../lib/time/time";
import { RETENTION_DAYS } from "../core/window";
import { pruneCells } from "./cell-rows";
import { pruneDays } from "./day-rows";
import { pruneIds } from "./id-rows";
import { clearLog } from "./log-rows";
import { pruneReferrals } from "./referral-rows";
import type { VisitStore } from "./visit-store";

/** The first day that still has counts: those of earlier days were deleted. */
const KEPT_SINCE = "keptSince";

export const keptSince = (kv: DurableObjectStorage["kv"]): number => kv.get<number>(KEPT_SINCE) ?? 0;

/** Once a day, deletes what is too old for any report. The caller opens the transaction. */
export function pruneCounts(
  { kv, sql }: Pick<DurableObjectStorage, "sql" | "kv">,
  store: VisitStore,
  now: number,
): void {
  const today = dayNumber(now);
  const day = today - RETENTION_DAYS;
  if (keptSince(kv) >= day) return;
  kv.put(KEPT_SINCE, day);
  if (store.unmerged.visits > 0) store.merge(day, today);
  else clearLog(sql);
  pruneCells(sql, day);
  pruneDays(sql, day);
  store.prunePaths(day);
  pruneIds(sql, today);
  pruneReferrals(sql, day);
  pruneRobots(sql, day);
}

/** The version of robots.txt that applied on the first kept day stays, however old it is. */
function pruneRobots(sql: SqlStorage, day: number): void {
  sql.exec(
    `DELETE FROM robots_version WHERE EXISTS (
      SELECT 1 FROM robots_version AS later WHERE later.since > robots_version.since AND later.since < ? * 86400000)`,
    day,
  );
}
