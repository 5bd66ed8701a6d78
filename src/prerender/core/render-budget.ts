import { MINUTE_MS, startOfUtcDay } from "../../lib/time";

/** What crawlers known only by their user agent may cause, a domain. Past it the origin answers. */
const RENDER_BUDGET = { perMinute: 60, atOnce: 10, newPathsPerDay: 2_000 } as const;

export type BudgetRefusal = "renders_this_minute" | "renders_at_once" | "new_paths_today";

/**
 * Whether a request's render counts against the domain's budget: on the domain's own host whoever comes unverified, through
 * the service only crawlers of the catalogue, which a middleware passes on. Whoever else holds a key renders pages of their own.
 */
export function isBudgeted(asker: { by: "host" | "service"; isCrawler: boolean; verified: boolean }): boolean {
  return !asker.verified && (asker.by === "host" || asker.isCrawler);
}

export interface BudgetUse {
  /** The path was never rendered with success, and not tried today. */
  isNew: boolean;
  underWay: number;
  /** In the last 60 seconds, whatever the clock says. */
  thisMinute: number;
  newToday: number;
}

/** Why a render may not begin, or null. */
export function judgeBudget(use: BudgetUse): BudgetRefusal | null {
  if (use.underWay >= RENDER_BUDGET.atOnce) return "renders_at_once";
  if (use.thisMinute >= RENDER_BUDGET.perMinute) return "renders_this_minute";
  if (use.isNew && use.newToday >= RENDER_BUDGET.newPathsPerDay) return "new_paths_today";
  return null;
}

/** Since when what was spent counts at `now`: the last 60 seconds, and the UTC day of the new paths. Epoch ms. */
export function windowsOf(now: number): { minute: number; newPaths: number } {
  return { minute: now - MINUTE_MS, newPaths: startOfUtcDay(now) };
}
