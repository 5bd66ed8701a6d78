import { round1 } from "../../lib/numbers/round";
import type { Category } from "./shared/define";
import type { Severity } from "../model/issue";

/** Issues that limit a page's score to 40. */
export const BLOCKERS: ReadonlySet<string> = new Set([
  "noindex_in_sitemap",
  "noindex_removed_by_js",
  "robots_blocks_all",
  "js_only_content",
  "soft_404",
  "canonical_to_error",
  "canonical_to_homepage",
  "canonical_to_noindex",
  "render_timeout",
  "snapshot_blank",
]);

/** Issues that set a page's score to 0. */
export const DEAD: ReadonlySet<string> = new Set([
  "http_4xx",
  "http_5xx",
  "fetch_timeout",
  "dns_or_connection_error",
  "redirect_loop",
  "empty_page",
]);

const CATEGORY_CAP = 35;
const NOTICES_CAP = 8;
const BEST_WITH_ERROR = 89;
const BEST_WITH_BLOCKER = 40;

export interface ScoredIssue {
  id: string;
  severity: Severity;
  weight: number;
  category: Category;
}

/**
 * A page's healthScore, 0 to 100 with one decimal. Each id counts once. `siteBlocked`: a site-wide issue keeps every page out
 * of search.
 */
export function pageHealth(issues: readonly ScoredIssue[], siteBlocked = false): number {
  if (issues.some((issue) => DEAD.has(issue.id))) return 0;
  const perCategory = new Map<Category, number>();
  let notices = 0;
  for (const issue of new Map(issues.map((each) => [each.id, each])).values()) {
    if (issue.severity === "notice") notices += issue.weight;
    else perCategory.set(issue.category, (perCategory.get(issue.category) ?? 0) + issue.weight);
  }
  let penalty = Math.min(NOTICES_CAP, notices);
  for (const sum of perCategory.values()) penalty += Math.min(CATEGORY_CAP, sum);
  let score = Math.max(0, 100 - penalty);
  if (issues.some((issue) => issue.severity === "error")) score = Math.min(score, BEST_WITH_ERROR);
  if (siteBlocked || issues.some((issue) => BLOCKERS.has(issue.id))) score = Math.min(score, BEST_WITH_BLOCKER);
  return round1(score);
}
