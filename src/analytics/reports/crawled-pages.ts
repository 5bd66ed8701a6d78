import { agentsByNumber } from "./bots";
import type { CrawlerKind } from "../catalogue/agents";
import type { Window } from "../core/window";
import { slotCounts } from "../core/slot-counts";
import type { PathsPage, PathVisits } from "./report-rows";
import { visitsOf, type VisitsEnv } from "../count/visits-of";

/** Crawler visits per path without its query, by the crawlers' purpose. Spoofed visits are left out. */
export async function crawledPages(
  env: VisitsEnv,
  domainId: string,
  window: Window,
): Promise<Map<string, Map<CrawlerKind, number>>> {
  const visits = visitsOf(env, domainId);
  const agents = agentsByNumber((await visits.crawlers(window, {})).agents);
  const pages = new Map<string, Map<CrawlerKind, number>>();
  for (let after: string | null = ""; after !== null;) {
    const page: PathsPage<PathVisits> = await visits.paths(window, {}, after);
    for (const { path, counts } of page.rows) {
      const name = path.split("?", 1)[0]!;
      const byKind = pages.get(name) ?? new Map<CrawlerKind, number>();
      pages.set(name, byKind);
      for (const { agent, spoofed, cache, render } of slotCounts(counts)) {
        if (spoofed) continue;
        const kind = agents.get(agent)!.kind as CrawlerKind;
        byKind.set(kind, (byKind.get(kind) ?? 0) + cache + render);
      }
    }
    after = page.next;
  }
  return pages;
}
