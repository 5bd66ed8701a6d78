import type { Db } from "../db/client";
import { listUsage, sumUsage } from "./usage-repo";
import { dollarsOf, UNIT_PRICES, type Units } from "./units";

export interface Used {
  units: Units;
  /** Dollars at list prices. What the platform's plan includes is not subtracted. */
  dollars: number;
}

/** What the service used of the platform in a month, estimated. */
export interface PlatformUsage {
  total: Used;
  /** What no account caused. */
  notAttributed: Used;
  accounts: Array<Used & { accountId: string; plan: string | null }>;
  more: boolean;
}

export const usedOf = (units: Units): Used => ({
  units: Object.fromEntries(Object.entries(units).map(([unit, amount]) => [unit, Math.round(amount)])),
  dollars: Math.round(dollarsOf(units) * 1e6) / 1e6,
});

/** `month`: `yyyy-mm`. Accounts in order of their ids, at most `limit` after `after`. */
export async function readUsage(db: Db, month: string, after: string, limit: number): Promise<PlatformUsage> {
  const [total, [nobody], rows] = await Promise.all([
    sumUsage(db, month),
    listUsage(db, month, null, 1),
    listUsage(db, month, after, limit + 1),
  ]);
  return {
    total: usedOf(total),
    notAttributed: usedOf(nobody?.units ?? {}),
    accounts: rows
      .slice(0, limit)
      .map(({ accountId, plan, units }) => Object.assign({ accountId, plan }, usedOf(units))),
    more: rows.length > limit,
  };
}

/** The list prices that `dollars` is made of. */
export const listPrices = Object.entries(UNIT_PRICES).map(([unit, price]) => Object.assign({ unit }, price));
