import type { Db } from "../db/client";
import { lastUtcDays } from "../lib/time";
import { pathCounts } from "./repo";

/** More paths than any report needs; the least visited ones fall away. */
const MAX_PATHS = 100_000;

/** Crawler visits of a domain's paths over the `days` UTC days that end today. Paths are as `pageKey` writes them. */
export async function visitsByPath(db: Db, domainId: string, days: number, now: number): Promise<Map<string, number>> {
  const dates = lastUtcDays(now, days);
  const rows = await pathCounts(db, domainId, dates[0]!, dates.at(-1)!, MAX_PATHS);
  return new Map(rows.map((row) => [row.path, row.count]));
}
