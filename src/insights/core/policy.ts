import type { CrawlerAgent } from "../../analytics";
import type { PolicyEffect, PolicyJudge } from "./policy-judge";

/** Visits of one crawler to one page. `wasted`: they led to nothing that anybody should find. */
export interface ReplayedVisits {
  path: string;
  agent: CrawlerAgent;
  visits: number;
  verified: number;
  wasted: boolean;
}

/** Answers of a provider that cited a page. The crawlers that decide whether its search has the page. */
export interface ReplayedCitations {
  path: string;
  provider: string;
  citations: number;
  crawlers: readonly CrawlerAgent[];
}

/**
 * What a policy does to the visits of a page. lost: nobody reads the page any more, or its index drops it; spared: the same,
 * of a page that wastes visits; moved: they go to a redirect's target; allowed: the crawler may come, as it did not before.
 */
export const OUTCOMES = ["lost", "spared", "moved", "allowed"] as const;
type Outcome = (typeof OUTCOMES)[number];
type Sums = Record<Outcome, number>;

export interface AffectedPage extends Omit<ReplayedVisits, "agent" | "wasted"> {
  outcome: Outcome;
  effect: PolicyEffect;
}

export interface CrawlerReplay extends Sums {
  agent: CrawlerAgent;
  visits: number;
  verified: number;
  affectedPages: number;
  /** Those with most visits. */
  pages: AffectedPage[];
}

export interface LostCitations extends Omit<ReplayedCitations, "crawlers"> {
  effect: PolicyEffect;
  crawler: string;
}

export interface Replay {
  crawlers: CrawlerReplay[];
  citations: { total: number; lost: number; pages: LostCitations[] };
  /** Visits that were judged. The rest are of the least visited pages. */
  judged: number;
}

/** Comparisons of rules with paths in one replay: about a second. */
const MAX_COMPARED = 5_000_000;

function outcomeOf(effect: PolicyEffect, wasted: boolean): Outcome {
  if (effect.effect === "allowed") return "allowed";
  if (effect.effect === "redirected" && effect.target !== null) return "moved";
  return wasted ? "spared" : "lost";
}

/** Replays citations and visits, those of the most cited and the most visited pages first. `limit`: pages listed per crawler. */
export function replayPolicy(
  judge: PolicyJudge,
  visits: readonly ReplayedVisits[],
  citations: readonly ReplayedCitations[],
  { limit, maxCompared = MAX_COMPARED }: { limit: number; maxCompared?: number },
): Replay {
  const lost: LostCitations[] = [];
  for (const row of citations.toSorted((a, b) => b.citations - a.citations)) {
    if (judge.compared > maxCompared / 2) break;
    lost.push(...lostOf(judge, row));
  }
  const crawlers = new Map<CrawlerAgent, CrawlerReplay>();
  let judged = 0;
  for (const row of inOrder(visits)) {
    if (judge.compared > maxCompared) break;
    judged += row.visits;
    const sums = crawlers.get(row.agent) ?? newReplay(row.agent);
    crawlers.set(row.agent, sums);
    addVisits(sums, row, judge.judge(row.agent, row.path), limit);
  }
  const sum = (rows: ReadonlyArray<{ citations: number }>) => rows.reduce((all, row) => all + row.citations, 0);
  return {
    crawlers: [...crawlers.values()].sort((a, b) => b.visits - a.visits),
    citations: { total: sum(citations), lost: sum(lost), pages: lost.slice(0, limit) },
    judged,
  };
}

/** The most visited pages first, with all of a page's rows together. */
function inOrder(visits: readonly ReplayedVisits[]): ReplayedVisits[] {
  const totals = new Map<string, number>();
  for (const { path, visits: count } of visits) totals.set(path, (totals.get(path) ?? 0) + count);
  const byPath = (a: ReplayedVisits, b: ReplayedVisits) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  return visits.toSorted((a, b) => totals.get(b.path)! - totals.get(a.path)! || byPath(a, b) || b.visits - a.visits);
}

const newReplay = (agent: CrawlerAgent): CrawlerReplay => ({
  agent,
  visits: 0,
  verified: 0,
  lost: 0,
  spared: 0,
  moved: 0,
  allowed: 0,
  affectedPages: 0,
  pages: [],
});

function addVisits(sums: CrawlerReplay, row: ReplayedVisits, effect: PolicyEffect | null, limit: number): void {
  const { path, visits, verified } = row;
  sums.visits += visits;
  sums.verified += verified;
  if (effect === null) return;
  const outcome = outcomeOf(effect, row.wasted);
  sums[outcome] += visits;
  sums.affectedPages++;
  if (sums.pages.length >= limit && sums.pages.at(-1)!.visits >= visits) return;
  sums.pages.push({ path, visits, verified, outcome, effect });
  sums.pages.sort((a, b) => b.visits - a.visits);
  sums.pages.length = Math.min(sums.pages.length, limit);
}

/** A page is lost to a provider if none of the crawlers that decide keeps it. */
function lostOf(judge: PolicyJudge, { path, provider, citations, crawlers }: ReplayedCitations): LostCitations[] {
  const effects = crawlers.map((agent) => ({ agent, effect: judge.judge(agent, path) }));
  const isLost = effects.every(({ effect }) => effect !== null && outcomeOf(effect, false) === "lost");
  const [first] = effects;
  if (!first?.effect || !isLost) return [];
  return [{ path, provider, citations, effect: first.effect, crawler: first.agent.token }];
}
