import { BLOCKERS, pageHealth, type ScoredIssue } from "../../checks/page-health";
import { round1 } from "../../../lib/numbers/round";
import type { Severity } from "../../model/issue";

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

/** What a template's issue costs the site, as a share of its weight: it is fixed once, in one place. */
export const TEMPLATE_COST: Record<Severity, number> = { error: 1, warning: 1 / 3, notice: 1 / 10 };
const MAX_TEMPLATE_COST = 50;
const MAX_SITE_COST = 10;
const BEST_IF_BLOCKED = 40;

/** The parts of a siteScore, so that readers can recompute it. */
export interface SiteScore {
  score: number;
  /** Mean score of the pages, and percent of pages without an error, both without what the template repeats. */
  pageHealth: number;
  errorFreePercent: number;
  /** Points for what the template repeats, and for issues of the site. */
  templateCost: number;
  siteCost: number;
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
 * Scores a site as someone who fixes it would: a page that does not exist costs the pages that link to it, and what a
 * template repeats costs once. Pages with the same kinds of issues are grouped, so memory use stays small.
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
    const counts = new Map<string, { issue: ScoredIssue; weight: number; pages: number }>();
    let total = 0;
    for (const { kinds, weight, pages } of this.groups.values()) {
      total += weight;
      for (const issue of kinds) {
        const count = counts.get(issue.id) ?? { issue, weight: 0, pages: 0 };
        counts.set(issue.id, { issue, weight: count.weight + weight, pages: count.pages + pages });
      }
    }
    const repeated = [...counts.values()].filter(
      (each) => each.pages >= TEMPLATE_PAGES && each.weight >= sharedFrom(each.issue.id) * total,
    );
    return new Map(repeated.map(({ issue }) => [issue.id, issue]));
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
    const parts = {
      pageHealth: round1(health / weight),
      errorFreePercent: round1((100 * errorFree) / weight),
      templateCost: round1(costOf(repeated.values())),
      siteCost: Math.min(MAX_SITE_COST, sitePenalty),
      templateIssues: [...repeated.keys()].sort(),
    };
    const mean = 0.6 * parts.pageHealth + 0.4 * parts.errorFreePercent;
    const isBlocked = siteBlocked || parts.templateIssues.some((id) => BLOCKERS.has(id));
    const best = isBlocked ? BEST_IF_BLOCKED : 100;
    return { score: round1(Math.min(best, Math.max(0, mean - parts.templateCost - parts.siteCost))), ...parts };
  }
}

function costOf(issues: Iterable<ScoredIssue>): number {
  let cost = 0;
  for (const { weight, severity } of issues) cost += weight * TEMPLATE_COST[severity];
  return Math.min(MAX_TEMPLATE_COST, cost);
}
