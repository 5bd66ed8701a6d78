import type { Severity } from "../../model/issue";
import type { RunHealthInput } from "./run-health";
import type { Node } from "../../model/site/site-graph";

type Judged = { id: string; severity: Severity };

/** Checks for responses that refuse the crawler: 401, 403, 429, and 503 with Retry-After. */
const REFUSED: ReadonlySet<string> = new Set(["access_denied", "rate_limited"]);

/** Redirects, refusals, pages blocked by robots.txt and pages not meant for search do not count in a run's score. */
function isScorable(node: Node, issues: readonly Judged[]): boolean {
  if (node.outcome === "redirect" || (node.status >= 300 && node.status < 400)) return false;
  if (node.reason === "blocked" || node.outcome === "blocked" || issues.some((issue) => REFUSED.has(issue.id)))
    return false;
  return node.inSitemap || (node.reason !== "noindex" && node.reason !== "canonicalised");
}

/** Sums over a run's pages, for its score and its issue count. */
export class Totals {
  issueCount = 0;
  private weight = 0;
  private weightedScore = 0;
  private errorFreeWeight = 0;

  /** `weight`: how many pages this one represents; 1 without sampling. True: the page counts in the score. */
  add(node: Node, issues: readonly Judged[], healthScore: number, weight: number): boolean {
    this.issueCount += issues.length;
    if (!isScorable(node, issues)) return false;
    this.weight += weight;
    this.weightedScore += weight * healthScore;
    if (!issues.some((issue) => issue.severity === "error")) this.errorFreeWeight += weight;
    return true;
  }

  /** The input for the run's healthScore; `sitePenalty`: sum of the weights of the distinct site-level issues. */
  health(sitePenalty: number): RunHealthInput {
    const { weight, weightedScore, errorFreeWeight } = this;
    return { weight, weightedScore, errorFreeWeight, sitePenalty };
  }
}
