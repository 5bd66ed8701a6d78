export type Severity = "error" | "warning" | "notice";

/** What a check found on a page, in words a site owner understands. */
export interface Finding {
  found: string;
  expected: string;
  /** How many times, where that is more than once. */
  count?: number;
  /** A few examples (URLs, texts), as the page has them. */
  samples?: string[];
}

/** An issue as it is stored and answered: the check's id and severity with what was found. */
export interface Issue {
  id: string;
  severity: Severity;
  detail: Finding;
}

/** An issue of a run with what mending it is worth. */
export interface TopIssue {
  id: string;
  severity: Severity;
  /** Penalty points of one page. */
  weight: number;
  /** Pages that have it; 0 for an issue of the site as a whole. */
  pages: number;
  /** Crawler visits of those pages in the last 30 days. */
  visits: number;
  /** Sum over the pages of weight × log2(1 + crawler visits in 30 days). */
  impact: number;
  samplePaths: string[];
}
