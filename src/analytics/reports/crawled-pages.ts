import { agentsByNumber } from "./bots";
import type { CrawlerKind } from "../catalogue/agents";
import type { Window } from "../core/window";
import { slotCounts } from "../core/packed/slot-counts";
import { unpackPaths, type PathsVisits } from "./report-rows";
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
  for (let from: number | null = 0; from !== null;) {
    const page: PathsVisits & { next: number | null } = await visits.paths(window, {}, from);
    for (const { path, counts } of unpackPaths(page)) {
      const name = path.split("?", 1)[0]!;
      const byKind = pages.get(name) ?? new Map<CrawlerKind, number>();
      pages.set(name, byKind);
      for (const { agent, spoofed, cache, render } of slotCounts(counts)) {
        if (spoofed) continue;
        const kind = agents.get(agent)!.kind as CrawlerKind;
        byKind.set(kind, (byKind.get(kind) ?? 0) + cache + render);
      }
    }
    from = page.next;
  }
  return pages;
}
