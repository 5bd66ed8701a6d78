export type Severity = "error" | "warning" | "notice";

/** What a check found on a page, in words a site owner understands. */
export interface Finding {
  found: string;
  expected: string;
  /** Number of occurrences, if more than one. */
  count?: number;
  /** A few examples (URLs, texts), as they appear on the page. */
  samples?: string[];
}

/** An issue as stored and as the API returns it: the check's id and severity with what was found. */
export interface Issue {
  id: string;
  severity: Severity;
  detail: Finding;
}

/** An issue of a run with the value of fixing it. */
export interface TopIssue {
  id: string;
  severity: Severity;
  /** Penalty points per page. */
  weight: number;
  /** Pages that have it; 0 for a site-wide issue. */
  pages: number;
  /** Crawler visits of those pages in the last 30 days. */
  visits: number;
  /** Sum over the pages of weight × log2(1 + crawler visits in 30 days). */
  impact: number;
  samplePaths: string[];
  /** template: nearly all pages have it, so it is fixed once; pages: individual pages; site: not about a page. */
  cause: "template" | "pages" | "site";
  /** Estimate of the points that fixing it adds to siteScore. */
  gain: number;
  /** Keeps visitors from the pages: they are dead, or search engines leave them out. */
  costsVisits: boolean;
  /** What is the same on all pages that have the issue from a template; null: nothing, or no template. */
  element: string | null;
  /** Issues of the same pages that fixing this one also fixes. They are not listed separately. */
  consequences: Array<{ id: string; severity: Severity; pages: number }>;
}

const WORST_FIRST = ["error", "warning", "notice"] as const;

/** The severity of the worst of some issues; null: there are none. */
export function worstSeverity(issues: ReadonlyArray<Pick<Issue, "severity">>): Severity | null {
  return WORST_FIRST.find((severity) => issues.some((each) => each.severity === severity)) ?? null;
}
