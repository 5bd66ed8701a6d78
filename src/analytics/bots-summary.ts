import type { DomainRow } from "../accounts";
import type { Db } from "../db/client";
import { medianOf } from "./core/median";
import { summarise } from "./core/summarise";
import type { Window } from "./core/window";
import { countPaths, renderTimes, totals } from "./report-repo";

/** Totals of the crawler visits in a window. */
export async function botsSummary(db: Db, domain: DomainRow, window: Window) {
  const [rows, paths, times] = await Promise.all([
    totals(db, domain.id, window),
    countPaths(db, domain.id, window),
    renderTimes(db, domain.id, window),
  ]);
  const summary = summarise(rows, medianOf(times));
  return { ...summary, newPagesCrawled: paths.fresh, totalPagesCrawled: paths.total };
}
