import { round1 } from "../../../lib/round";
import type { CheckMeta } from "../../checks/define";
import type { TopIssue } from "../../model/issue";

type RankedCheck = Pick<CheckMeta, "id" | "severity" | "weight">;

const SHOWN = 25;
const SAMPLES = 5;

/** Ranks a run's issues by their impact on crawlers, or by weight × pages if no crawler has visited yet. */
export class TopIssues {
  private readonly byId = new Map<string, TopIssue>();

  /** `visits`: crawler visits of the page in the last 30 days. */
  addPage(check: RankedCheck, path: string, visits: number): void {
    const issue = this.entry(check);
    issue.pages++;
    issue.visits += visits;
    issue.impact += check.weight * Math.log2(1 + visits);
    if (issue.samplePaths.length < SAMPLES) issue.samplePaths.push(path);
  }

  /** Adds a site-wide issue, which affects every visit. */
  addSite(check: RankedCheck, allVisits: number): void {
    const issue = this.entry(check);
    issue.visits = allVisits;
    issue.impact = check.weight * Math.log2(1 + allVisits);
  }

  private entry(check: RankedCheck): TopIssue {
    let entry = this.byId.get(check.id);
    if (!entry) {
      const { id, severity, weight } = check;
      entry = { id, severity, weight, pages: 0, visits: 0, impact: 0, samplePaths: [] };
      this.byId.set(id, entry);
    }
    return entry;
  }

  list(): TopIssue[] {
    const reach = (issue: TopIssue) => issue.weight * Math.max(1, issue.pages);
    const ordered = [...this.byId.values()].sort(
      (a, b) => b.impact - a.impact || reach(b) - reach(a) || a.id.localeCompare(b.id),
    );
    return ordered.slice(0, SHOWN).map((issue) => Object.assign(issue, { impact: round1(issue.impact) }));
  }
}
