import type { Severity } from "../../model/issue";

/** Standard errors on each side of a 95 % interval. */
const Z = 1.96;

/** Sums over the audited pages of one pattern. */
interface Stratum {
  pages: number;
  weight: number;
  issues: number;
  squares: number;
}

/** What a sampled run says about all pages of the site. */
export interface Estimated {
  /** Marks these as estimates, not counts. */
  label: "estimate";
  pages: number;
  issues: number;
  /** 95 % interval of `issues`, if the audited pages of a pattern are like the others. */
  issuesLow: number;
  issuesHigh: number;
  /** Issue id → pages that have it. */
  pagesByIssue: Record<string, number>;
}

/** Scales the counts of a run by what its pages represent, as in stratified sampling: every pattern is a stratum. */
export class Estimates {
  private readonly strata = new Map<number, Stratum>();
  private readonly byIssue = new Map<string, number>();
  private countedPages = 0;
  private countedIssues = 0;

  /** `pattern`: that of a sampled page; null: the page represents only itself. `weight`: pages that it represents. */
  add(pattern: number | null, weight: number, issues: ReadonlyArray<{ id: string; severity: Severity }>): void {
    for (const id of new Set(issues.map((each) => each.id))) this.byIssue.set(id, (this.byIssue.get(id) ?? 0) + weight);
    if (pattern === null) {
      this.countedPages++;
      this.countedIssues += issues.length;
      return;
    }
    const stratum = this.strata.get(pattern) ?? { pages: 0, weight, issues: 0, squares: 0 };
    stratum.pages++;
    stratum.issues += issues.length;
    stratum.squares += issues.length ** 2;
    this.strata.set(pattern, stratum);
  }

  /** Null: nothing was left out, so the counts are exact. */
  summary(): Estimated | null {
    if (this.strata.size === 0) return null;
    let [pages, issues, variance] = [this.countedPages, this.countedIssues, 0];
    for (const { pages: n, weight, issues: sum, squares } of this.strata.values()) {
      const total = n * weight;
      pages += total;
      issues += weight * sum;
      const spread = n < 2 ? 0 : Math.max(0, squares - sum ** 2 / n) / (n - 1);
      variance += (total ** 2 * (1 - n / total) * spread) / n;
    }
    const margin = Z * Math.sqrt(variance);
    const seen = this.countedIssues + [...this.strata.values()].reduce((sum, each) => sum + each.issues, 0);
    const pagesByIssue = [...this.byIssue].map(([id, count]) => [id, Math.round(count)] as const);
    return {
      label: "estimate",
      pages: Math.round(pages),
      issues: Math.round(issues),
      // The true count is never below what was found.
      issuesLow: Math.round(Math.max(seen, issues - margin)),
      issuesHigh: Math.round(issues + margin),
      pagesByIssue: Object.fromEntries(pagesByIssue.sort(([a], [b]) => a.localeCompare(b))),
    };
  }
}
