import { agentsByNumber, providerCounts } from "./bots";
import type { ProviderCount } from "../schemas";
import type { Window } from "../core/window";
import { slotCounts } from "../core/packed/slot-counts";
import { visitsOf, type VisitsEnv } from "../count/visits-of";

type ServedBy = "cache" | "render";

export interface PageVisits {
  total: number;
  byProvider: ProviderCount[];
  byServedBy: Array<{ servedBy: ServedBy; count: number }>;
  /** Visits whose user agent names a crawler that they did not come from. No other count includes them. */
  spoofed: number;
}

/** Crawler visits to one page in a window. `paths`: the paths under which they count. */
export async function pageVisits(
  env: VisitsEnv,
  domainId: string,
  paths: readonly string[],
  window: Window,
): Promise<PageVisits> {
  const { visits, agents: known } = await visitsOf(env, domainId).onePath(window, paths);
  const agents = agentsByNumber(known);
  const sums = { cache: 0, render: 0, spoofed: 0 };
  const byProvider = new Map<string, number>();
  for (const { agent, spoofed, cache, render } of slotCounts(visits.numbers)) {
    if (spoofed) {
      sums.spoofed += cache + render;
      continue;
    }
    sums.cache += cache;
    sums.render += render;
    const { provider } = agents.get(agent)!;
    byProvider.set(provider, (byProvider.get(provider) ?? 0) + cache + render);
  }
  const served = [
    { servedBy: "cache" as const, count: sums.cache },
    { servedBy: "render" as const, count: sums.render },
  ];
  return {
    total: sums.cache + sums.render,
    byProvider: providerCounts(byProvider),
    byServedBy: served.filter(({ count }) => count > 0),
    spoofed: sums.spoofed,
  };
}
