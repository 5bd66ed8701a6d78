import type { Db } from "../db/client";
import { windowOfDays, type Window } from "./core/window";
import { pathTotals } from "./report-repo";

/** More paths than any report needs; the least visited ones are dropped. */
const MAX_REPORTED = 100_000;

export interface VisitedPath {
  path: string;
  count: number;
  /** The last served HTTP status; null if unknown. */
  status: number | null;
}

/** A domain's visited paths in a window, most visited first. Paths are in canonical form. */
export function visitedPaths(db: Db, domainId: string, window: Window): Promise<VisitedPath[]> {
  return pathTotals(db, domainId, window, MAX_REPORTED);
}

/** Crawler visits to a domain's paths over the `days` UTC days that end today. Paths are in canonical form. */
export async function visitsByPath(db: Db, domainId: string, days: number, now: number): Promise<Map<string, number>> {
  const rows = await visitedPaths(db, domainId, windowOfDays(now, days));
  return new Map(rows.map((row) => [row.path, row.count]));
}
