import type { Db } from "../db/client";
import { windowOfDays } from "./core/window";
import { pathTotals } from "./report-repo";

/** More paths than any report needs; the least visited ones fall away. */
const MAX_REPORTED = 100_000;

/** Crawler visits of a domain's paths over the `days` UTC days that end today. Paths in canonical form. */
export async function visitsByPath(db: Db, domainId: string, days: number, now: number): Promise<Map<string, number>> {
  const rows = await pathTotals(db, domainId, windowOfDays(now, days), MAX_REPORTED);
  return new Map(rows.map((row) => [row.path, row.count]));
}
