import { verdictOfName, agentOfName } from "../core/packed/cell-keys";
import { VERDICTS } from "../core/verdict";
import type { Window } from "../core/window";
import { visitsOf, type VisitsEnv } from "../count/visits-of";
import type { AgentRow } from "../domain-visits/agent-rows";
import { unpackPaths, type PathsVisits } from "../reports/report-rows";

/** Visits of one crawler to one path. Spoofed ones are left out. */
export interface CrawlerVisits {
  path: string;
  crawler: AgentRow;
  verified: number;
  unverified: number;
  /** Verified ones that needed a render. */
  renders: number;
}

/** Yields a domain's visits in a window by path and crawler, in parts, one call of its object each. `paths`: only to these. */
export async function* crawlerVisits(
  env: VisitsEnv,
  domainId: string,
  window: Window,
  paths?: readonly string[],
): AsyncGenerator<CrawlerVisits[]> {
  const filter = paths ? { paths } : {};
  const visits = visitsOf(env, domainId);
  const { agents } = await visits.crawlers(window, {});
  const byNumber = new Map(agents.map((agent) => [agent.no, agent]));
  for (let from: number | null = 0; from !== null;) {
    const page: PathsVisits & { next: number | null } = await visits.paths(window, filter, from);
    const rows: CrawlerVisits[] = [];
    for (const { path, counts } of unpackPaths(page)) {
      const own = new Map<number, CrawlerVisits>();
      for (let i = 0; i < counts.length; i += 3) {
        const [name, count] = [counts[i]!, counts[i + 1]! + counts[i + 2]!];
        const verdict = verdictOfName(name);
        const crawler = byNumber.get(agentOfName(name));
        if (verdict === VERDICTS.spoofed || !crawler) continue;
        const row = own.get(crawler.no) ?? { path, crawler, verified: 0, unverified: 0, renders: 0 };
        row[verdict === VERDICTS.verified ? "verified" : "unverified"] += count;
        if (verdict === VERDICTS.verified) row.renders += counts[i + 2]!;
        own.set(crawler.no, row);
      }
      rows.push(...own.values());
    }
    yield rows;
    from = page.next;
  }
}

/** The robots.txt that the domain had when it was last checked, since when; null: none is known. */
export function presentRobots(env: VisitsEnv, domainId: string): Promise<{ since: number; text: string } | null> {
  return visitsOf(env, domainId).robots();
}
