import { CRON_PERIODS, tickLateMs } from "../../operations/core/deadlines";
import { MINUTE_MS } from "../../lib/time/time";

/** Any cron's tick counts, so the one that ticks most often decides. */
const PERIOD_MS = Math.min(...Object.values(CRON_PERIODS));

/** What the last tick of any cron says: its age in whole minutes, and whether the next one is late, as health judges it. */
export function judgeTick(lastTickAt: number, now: number): { minutes: number; isLate: boolean } {
  const minutes = Math.max(0, Math.floor((now - lastTickAt) / MINUTE_MS));
  return { minutes, isLate: tickLateMs(PERIOD_MS, lastTickAt, now) !== null };
}
