import { BLOCKERS, pageHealth, type ScoredIssue } from "../../checks/page-health";
import { round1 } from "../../../lib/numbers/round";
import { harmOf, HARM_CAPS, harmPoints, type Harm } from "./harm";

/** An issue on this share of the pages comes from their template. With fewer than `TEMPLATE_PAGES` pages, there is no telling. */
const TEMPLATE_SHARE = 0.9;
export const TEMPLATE_PAGES = 5;
/** What one setting of the server causes. Small pages may be exempt, so it shows on fewer. */
const SETTINGS: ReadonlySet<string> = new Set(["uncompressed_html"]);
const SETTING_SHARE = 0.3;

/** The share of pages from which an issue counts as one thing to fix. */
export function sharedFrom(id: string): number {
  return SETTINGS.has(id) ? SETTING_SHARE : TEMPLATE_SHARE;
}

const MAX_SITE_COST = 10;
const BEST_IF_BLOCKED = 40;
/** Costs that are listed. */
const MAX_COSTS = 20;

/** What one kind of issue costs. */
export interface IssueCost {
  id: string;
  harm: Harm;
  /** Share of the pages that have it, 0 to 1. */
  share: number;
  points: number;
}

/** The parts of a siteScore, so that readers can recompute it. */
export interface SiteScore {
  score: number;
  /** Mean score of the pages, and percent of pages without an error, both without what the template repeats. */
  pageHealth: number;
  errorFreePercent: number;
  /** Points for what the template repeats, for what single pages have, and for issues of the site. */
  templateCost: number;
  pageCost: number;
  siteCost: number;
  /** What each kind of issue costs before the caps, the most expensive first. */
  costs: IssueCost[];
  /** Ids of issues that the template repeats. */
  templateIssues: string[];
}

/** Pages with the same kinds of issues. */
interface Group {
  kinds: ScoredIssue[];
  /** How many pages they represent, and how many they are. */
  weight: number;
  pages: number;
}

/**
 * Scores a site as someone who fixes it would: each kind of issue costs once, by what it does and by the share of the pages
 * that have it. A page that does not exist costs the pages that link to it. Pages with the same kinds of issues are grouped, so memory use stays small.
 */
export class ScoreSheet {
  private readonly groups = new Map<string, Group>();

  /** Adds a page that exists and is meant for search. `weight`: how many pages it represents. */
  add(issues: readonly ScoredIssue[], weight: number): void {
    const kinds = [...new Map(issues.map((issue) => [issue.id, issue])).values()];
    const key = kinds
      .map(({ id }) => id)
      .sort()
      .join(" ");
    const group = this.groups.get(key);
    if (group) {
      group.weight += weight;
      group.pages++;
    } else this.groups.set(key, { kinds, weight, pages: 1 });
  }

  /** The issues that the template repeats, by id. */
  templateIssues(): Map<string, ScoredIssue> {
    const { total, counts } = this.counts();
    const repeated = [...counts.values()].filter((each) => isRepeated(each, total));
    return new Map(repeated.map(({ issue }) => [issue.id, issue]));
  }

  private counts(): { total: number; counts: Map<string, Count> } {
    const counts = new Map<string, Count>();
    let total = 0;
    for (const { kinds, weight, pages } of this.groups.values()) {
      total += weight;
      for (const issue of kinds) {
        const count = counts.get(issue.id) ?? { issue, weight: 0, pages: 0 };
        counts.set(issue.id, { issue, weight: count.weight + weight, pages: count.pages + pages });
      }
    }
    return { total, counts };
  }

  private costs(repeated: ReadonlyMap<string, unknown>): IssueCost[] {
    const { total, counts } = this.counts();
    const costs = [...counts.values()].map(({ issue, weight }) => {
      const share = weight / total;
      const harm = harmOf(issue.id, issue.severity, repeated.has(issue.id));
      return { id: issue.id, harm, share, points: harmPoints(issue, harm, share) };
    });
    return costs.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points || a.id.localeCompare(b.id));
  }

  /** Null: there is no page to score. `sitePenalty`: sum of the weights of the site's issues. */
  score(sitePenalty: number, siteBlocked: boolean): SiteScore | null {
    const repeated = this.templateIssues();
    let [weight, health, errorFree] = [0, 0, 0];
    for (const group of this.groups.values()) {
      const own = group.kinds.filter(({ id }) => !repeated.has(id));
      weight += group.weight;
      health += group.weight * pageHealth(own);
      if (!own.some(({ severity }) => severity === "error")) errorFree += group.weight;
    }
    if (weight === 0) return null;
    const costs = this.costs(repeated);
    const templateCost = sumOf(costs.filter(({ id }) => repeated.has(id)));
    const pageCost = sumOf(costs) - templateCost;
    const siteCost = Math.min(MAX_SITE_COST, sitePenalty);
    const parts = {
      pageHealth: round1(health / weight),
      errorFreePercent: round1((100 * errorFree) / weight),
      templateCost: round1(templateCost),
      pageCost: round1(pageCost),
      siteCost,
      templateIssues: [...repeated.keys()].sort(),
      costs: costs.slice(0, MAX_COSTS).map(rounded),
    };
    const isBlocked = siteBlocked || parts.templateIssues.some((id) => BLOCKERS.has(id));
    const best = isBlocked ? BEST_IF_BLOCKED : 100;
    return { score: round1(Math.min(best, Math.max(0, 100 - templateCost - pageCost - siteCost))), ...parts };
  }
}

/** How often an issue occurs. */
interface Count {
  issue: ScoredIssue;
  weight: number;
  pages: number;
}

function isRepeated({ issue, weight, pages }: Count, total: number): boolean {
  return pages >= TEMPLATE_PAGES && weight >= sharedFrom(issue.id) * total;
}

/** The points of issues together. Each kind of harm has its cap. */
function sumOf(costs: readonly IssueCost[]): number {
  const sums = new Map<Harm, number>();
  for (const { harm, points } of costs) sums.set(harm, (sums.get(harm) ?? 0) + points);
  return [...sums].reduce((total, [harm, points]) => total + Math.min(HARM_CAPS[harm], points), 0);
}

function rounded({ share, points, ...cost }: IssueCost): IssueCost {
  return { ...cost, share: Math.round(1_000 * share) / 1_000, points: round1(points) };
}
