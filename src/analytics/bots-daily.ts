import type { DomainRow } from "../accounts";
import type { Db } from "../db/client";
import { lastUtcDays } from "../lib/time";
import { dailyCounts } from "./repo";

export interface DailyEntry {
  date: string;
  total: number;
  providers: Array<{ provider: string; count: number }>;
}

/** One entry a UTC day of the window that ends today, oldest first; days without a visit are there with 0. */
export async function botsDaily(db: Db, domain: DomainRow, days: number, now: number): Promise<DailyEntry[]> {
  const dates = lastUtcDays(now, days);
  const byDate = new Map<string, DailyEntry>(dates.map((date) => [date, { date, total: 0, providers: [] }]));
  for (const { date, provider, count } of await dailyCounts(db, domain.id, dates[0]!, dates.at(-1)!)) {
    const entry = byDate.get(date)!;
    entry.total += count;
    entry.providers.push({ provider, count });
  }
  return [...byDate.values()];
}
