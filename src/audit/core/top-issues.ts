import { round1 } from "../../lib/round";
import type { CheckMeta, Severity } from "../checks/define";

/** An issue of a run with what mending it is worth. */
export interface TopIssue {
  id: string;
  severity: Severity;
  /** Pages that have it; 0 for an issue of the site as a whole. */
  pages: number;
  /** Crawler visits of those pages in the last 30 days. */
  visits: number;
  /** Sum over the pages of weight × log2(1 + crawler visits in 30 days). */
  impact: number;
  samplePaths: string[];
}

type RankedCheck = Pick<CheckMeta, "id" | "severity" | "weight">;

const SHOWN = 25;
const SAMPLES = 5;

interface Gathered extends TopIssue {
  weight: number;
}

/** Orders a run's issues by what crawlers meet: impact, then weight × pages where nobody has come yet. */
export class TopIssues {
  private readonly byId = new Map<string, Gathered>();

  /** `visits`: crawler visits of the page in 30 days. */
  addPage(check: RankedCheck, path: string, visits: number): void {
    const issue = this.entry(check);
    issue.pages++;
    issue.visits += visits;
    issue.impact += check.weight * Math.log2(1 + visits);
    if (issue.samplePaths.length < SAMPLES) issue.samplePaths.push(path);
  }

  /** An issue of the site as a whole, met on every visit. */
  addSite(check: RankedCheck, allVisits: number): void {
    const issue = this.entry(check);
    issue.visits = allVisits;
    issue.impact = check.weight * Math.log2(1 + allVisits);
  }

  private entry(check: RankedCheck): Gathered {
    let entry = this.byId.get(check.id);
    if (!entry) {
      const { id, severity, weight } = check;
      entry = { id, severity, weight, pages: 0, visits: 0, impact: 0, samplePaths: [] };
      this.byId.set(id, entry);
    }
    return entry;
  }

  list(): TopIssue[] {
    const reach = (issue: Gathered) => issue.weight * Math.max(1, issue.pages);
    return [...this.byId.values()]
      .sort((a, b) => b.impact - a.impact || reach(b) - reach(a) || a.id.localeCompare(b.id))
      .slice(0, SHOWN)
      .map(({ weight: _, ...issue }) => ({ ...issue, impact: round1(issue.impact) }));
  }
}
