import type { DomainRow } from "../../accounts";
import { medianOf, summarise } from "../core/summarise";
import type { Window } from "../core/window";
import { visitsOf, type VisitsEnv } from "../count/visits-of";

/** Totals of the crawler visits in a window. */
export async function botsSummary(env: VisitsEnv, domain: DomainRow, window: Window) {
  const { totals, paths, renderTimes } = await visitsOf(env, domain.id).summary(window);
  const summary = summarise(totals, medianOf(renderTimes.map(({ ms, count }) => [ms, count])));
  return { ...summary, newPagesCrawled: paths.fresh, totalPagesCrawled: paths.total };
}
