import { MINUTE_MS, startOfUtcDay } from "../../../lib/time/time";

/** Renders that unverified crawlers may cause per domain. Beyond that the origin answers. */
const RENDER_BUDGET = { perMinute: 60, atOnce: 10, newPathsPerDay: 2_000 } as const;

export type BudgetRefusal = "renders_this_minute" | "renders_at_once" | "new_paths_today";

/**
 * Whether a render counts against the domain's budget. On the domain's own host every unverified request counts.
 * Through the service only catalogued crawlers count, which a middleware passes on; other key holders render their own
 * pages.
 */
export function isBudgeted(asker: { by: "host" | "service"; isCrawler: boolean; verified: boolean }): boolean {
  return !asker.verified && (asker.by === "host" || asker.isCrawler);
}

export interface BudgetUse {
  /** The path was never rendered successfully, and has not been tried today. */
  isNew: boolean;
  underWay: number;
  /** In the last 60 seconds. */
  thisMinute: number;
  newToday: number;
}

/** Why a render must not begin, or null. */
export function judgeBudget(use: BudgetUse): BudgetRefusal | null {
  if (use.underWay >= RENDER_BUDGET.atOnce) return "renders_at_once";
  if (use.thisMinute >= RENDER_BUDGET.perMinute) return "renders_this_minute";
  if (use.isNew && use.newToday >= RENDER_BUDGET.newPathsPerDay) return "new_paths_today";
  return null;
}

/** Start of the periods that count at `now`, epoch ms: the last 60 seconds, and the UTC day for new paths. */
export function windowsOf(now: number): { minute: number; newPaths: number } {
  return { minute: now - MINUTE_MS, newPaths: startOfUtcDay(now) };
}
