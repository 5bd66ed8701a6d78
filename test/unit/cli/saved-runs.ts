import type { IssueKind, Page, Run, SavedRun, Severity } from "../../../cli/report/saved-run.ts";

/** Issues of a page by their ids, with what was found. */
type Planted = Record<string, { severity?: Severity; found?: string; expected?: string }>;

const RUN = {
  id: "run",
  domain: "site.example",
  startedAt: Date.UTC(2026, 10, 22),
  completedAt: Date.UTC(2026, 10, 22, 0, 1),
  status: "success",
  closeReason: "finished",
  healthScore: 80,
  scoreState: "scored",
  siteScore: 75,
  renderedHealthScore: 80,
  errorMessage: null,
  robotsAnalysis: {},
  sitemapIssues: [],
  topIssues: [],
} as unknown as Run;

/** A saved run of pages with these issues. */
export function savedRun(
  planted: Record<string, Planted>,
  run: Partial<Run> = {},
  url = "https://site.example/",
): SavedRun {
  const pages = Object.entries(planted).map(([path, issues]) => pageOf(path, issues));
  const kinds = new Map<string, IssueKind>();
  for (const { issues } of pages) for (const { id, severity } of issues) kinds.set(id, kindOf(id, severity));
  return {
    format: 1,
    version: "0.0.0",
    url,
    timedOut: false,
    run: { ...RUN, pagesCrawled: pages.length, ...run },
    issues: [...kinds.values()],
    pages,
  };
}

function pageOf(path: string, planted: Planted): Page {
  const issues = Object.entries(planted).map(([id, { severity = "error", found = "this", expected = "that" }]) => ({
    id,
    severity,
    detail: { found, expected },
  }));
  return { path, issues } as unknown as Page;
}

export function kindOf(id: string, severity: Severity = "error", scope: IssueKind["scope"] = "page"): IssueKind {
  const title = `Title of ${id}`;
  const none = { firstSeenAt: null, cause: null, consequenceOf: null };
  return { id, severity, scope, title, why: `Why ${id}`, fix: `Fix ${id}`, pages: 1, count: 1, ...none };
}
