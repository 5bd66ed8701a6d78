import { DAY_MS, dayNumber, startOfUtcDay, utcDay, utcMonth } from "../../../lib/time/time";

export type Frequency = "daily" | "weekly" | "monthly";

/** Default first days of periods: Monday for weeks (day 4 of 1970), the first for months. */
const MONDAY = 4;
const FIRST_OF_MONTH = 1;

/**
 * The schedule slots that contain a time: a UTC day, a week by the weekday on which it begins (days since 1970 modulo 7),
 * and a month by the day on which it begins (1 to 31; index 0 is unused).
 */
export interface AuditSlots {
  /** The day of the time, since 1970. */
  day: number;
  daily: string;
  weekly: string[];
  monthly: string[];
}

export function auditSlots(now: number): AuditSlots {
  return {
    day: dayNumber(now),
    daily: `daily:${utcDay(now)}`,
    weekly: Array.from({ length: 7 }, (_, weekday) => weeklySlot(weekday, now)),
    monthly: Array.from({ length: 32 }, (_, day) => monthlySlot(day, now)),
  };
}

/**
 * The day since 1970 on which a domain's schedule began. 0: it was switched on, and begins with its first audit; null:
 * its periods are those of the calendar.
 */
export type AuditSince = number | null;

/** The slot that contains the time of `slots`, for a domain whose schedule began on the day `begun`. */
export function auditSlotOf(slots: AuditSlots, frequency: Frequency, begun: AuditSince): string {
  if (frequency === "daily") return slots.daily;
  const since = begun === 0 ? slots.day : begun;
  if (frequency === "weekly") return slots.weekly[since === null ? MONDAY : since % 7]!;
  return slots.monthly[since === null ? FIRST_OF_MONTH : new Date(since * DAY_MS).getUTCDate()]!;
}

function weeklySlot(weekday: number, now: number): string {
  const begun = (dayNumber(now) - weekday + 7) % 7;
  return `weekly:${utcDay(startOfUtcDay(now) - begun * DAY_MS)}`;
}

/** A month that is too short for the day begins on its last one. */
function monthlySlot(day: number, now: number): string {
  if (day <= FIRST_OF_MONTH) return `monthly:${utcMonth(now)}`;
  const date = new Date(now);
  const beginning = (month: number) => {
    const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
    return Date.UTC(date.getUTCFullYear(), month, Math.min(day, last));
  };
  const own = beginning(date.getUTCMonth());
  return `monthly:${utcDay(own <= now ? own : beginning(date.getUTCMonth() - 1))}`;
}
