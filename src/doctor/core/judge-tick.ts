import { MINUTE_MS } from "../../lib/time/time";

/** The cron with the shortest pause ticks every quarter of an hour. Two missed ticks are no accident. */
const LATE_MS = 35 * MINUTE_MS;

/** What the last tick of a cron says: its age in whole minutes, and whether the next one is overdue. */
export function judgeTick(lastTickAt: number, now: number): { minutes: number; isLate: boolean } {
  return { minutes: Math.max(0, Math.floor((now - lastTickAt) / MINUTE_MS)), isLate: now - lastTickAt > LATE_MS };
}
