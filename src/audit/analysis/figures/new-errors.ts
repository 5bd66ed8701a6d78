import { CHECKS } from "../../checks/run-checks";
import { SITEMAP_CHECKS } from "../../checks/stages";
import type { IssuePages } from "../../model/run/findings";
import type { Severity } from "../../model/issue";

interface Known {
  robotsAnalysis: Record<string, unknown> | null;
  sitemapIssues: unknown[] | null;
}

interface Found {
  id: string;
  severity: Severity;
}

interface Findings {
  /** Ids that are new on pages that both runs saw. */
  newIssueIds: readonly string[];
  /** Which pages have what. */
  pages: readonly IssuePages[];
  /** Issues that are not about one page. */
  others: readonly Found[];
}

const SHOWN = 50;
const idsOf = (issues: unknown) => (Array.isArray(issues) ? issues.map(({ id }: Found) => id) : []);
const titleOf = (id: string) => CHECKS.get(id)?.title ?? SITEMAP_CHECKS.find((check) => check.id === id)?.title ?? id;

/** Kinds of errors that the run before did not have. */
export function newErrors({ newIssueIds, pages, others }: Findings, previous: Known) {
  const fresh = new Set(newIssueIds);
  const counts = new Map<string, number>();
  for (const { id, severity, seqs } of pages)
    if (severity === "error" && fresh.has(id)) counts.set(id, (counts.get(id) ?? 0) + seqs.length);
  const known = new Set([...idsOf(previous.robotsAnalysis?.["issues"]), ...idsOf(previous.sitemapIssues)]);
  for (const { id, severity } of others)
    if (severity === "error" && !known.has(id) && !counts.has(id)) counts.set(id, 0);
  const errors = Array.from(counts, ([id, count]) => ({ id, title: titleOf(id), pages: count }));
  return { total: errors.length, errors: errors.toSorted((a, b) => b.pages - a.pages).slice(0, SHOWN) };
}
