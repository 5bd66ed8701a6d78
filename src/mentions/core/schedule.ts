import { hash53 } from "../../lib/crypto/hash";
import { DAY_MS, HOUR_MS } from "../../lib/time/time";
import { nextDynamicRun, type Level } from "./dynamic-interval";
import { PROVIDERS, type Provider } from "./provider";

export const MONITOR_INTERVALS = ["dynamic", "weekly", "monthly"] as const;
export type MonitorInterval = (typeof MONITOR_INTERVALS)[number];

/** A prompt's schedule for one provider. */
export interface Scheduled {
  promptId: string;
  provider: Provider;
  /** All providers of the prompt. */
  providers: readonly Provider[];
  monitorInterval: MonitorInterval;
  level: Level;
}

const FIXED_DAYS: Record<"weekly" | "monthly", number> = { weekly: 7, monthly: 30 };

/** Days for which one success is enough; null for `dynamic`, which depends on its level. */
export function fixedDays(interval: MonitorInterval): number | null {
  return interval === "dynamic" ? null : FIXED_DAYS[interval];
}

/**
 * When to ask again after a run was queued at `at`, epoch ms. With a fixed interval the next day: if that run succeeds,
 * its analysis moves this to the next slot, and if it fails in whatever way, it is made up for daily.
 */
export function askAgainAt(scheduled: Scheduled, at: number): number {
  return fixedDays(scheduled.monitorInterval) === null ? nextRunAfter(scheduled, at) : at + DAY_MS;
}

/** When the run after the successful one at `at` is due, epoch ms. */
export function nextRunAfter(scheduled: Scheduled, at: number): number {
  const days = fixedDays(scheduled.monitorInterval);
  if (days !== null) return at + days * DAY_MS;
  const inOrder = PROVIDERS.filter((provider) => scheduled.providers.includes(provider));
  return nextDynamicRun(scheduled.level, at, {
    seed: hash53(scheduled.promptId) % 5_040,
    index: inOrder.indexOf(scheduled.provider),
    providers: inOrder.length,
  });
}

const AFTER_FAILURES_HOURS = [0.25, 0.5, 1, 2, 4, 8, 24];

/** Latest time to make up for a run that failed because of the provider: 15 minutes later, in the end daily. */
export function makeUpAt(at: number, failStreak: number): number {
  const hours = AFTER_FAILURES_HOURS[Math.min(failStreak, AFTER_FAILURES_HOURS.length) - 1] ?? 0.25;
  return at + hours * HOUR_MS;
}

/** The slot of a due time. Two ticks that find the same row due get the same slot. */
export function promptSlotOf(dueAt: number): string {
  return new Date(dueAt).toISOString();
}
