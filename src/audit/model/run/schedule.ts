import { DAY_MS, startOfUtcDay, utcDay, utcMonth } from "../../../lib/time";

export type Frequency = "daily" | "weekly" | "monthly";

/** The schedule slot that contains `now`: a UTC day, a UTC week (named by its Monday) or a UTC month. */
export function auditSlotOf(frequency: Frequency, now: number): string {
  if (frequency === "daily") return `daily:${utcDay(now)}`;
  if (frequency === "monthly") return `monthly:${utcMonth(now)}`;
  const daysSinceMonday = (new Date(now).getUTCDay() + 6) % 7;
  return `weekly:${utcDay(startOfUtcDay(now) - daysSinceMonday * DAY_MS)}`;
}

export type AuditSlots = Record<Frequency, string>;

/** The slots that contain `now`. */
export function auditSlots(now: number): AuditSlots {
  return {
    daily: auditSlotOf("daily", now),
    weekly: auditSlotOf("weekly", now),
    monthly: auditSlotOf("monthly", now),
  };
}
