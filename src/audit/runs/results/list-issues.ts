import { ApiError } from "../../../errors/api-error";
import { SITEMAP_CHECKS } from "../../checks/stages";
import { CHECKS } from "../../checks/run-checks";
import type { Issue, Severity, TopIssue } from "../../model/issue";
import type { RunRow } from "../../repo";

/** A problem of a sitemap, as the run's detail lists it. */
interface SitemapFinding {
  id: string;
  severity: Severity;
  title: string;
  fix: string;
  count: number;
}

/** One kind of issue of a run. */
export interface IssueKind {
  id: string;
  severity: Severity;
  /** What it is about: one page, pages compared, the site, a rendered page, or a sitemap. */
  scope: "page" | "cross" | "site" | "rendered" | "sitemap";
  title: string;
  why: string | null;
  fix: string | null;
  /** Pages that have it; 0 for an issue of the site or a sitemap. */
  pages: number;
  /** How often it counts in the run's issueCount. */
  count: number;
  /** Start of the first of the runs in a row that had it, epoch ms; null: not known. */
  firstSeenAt: number | null;
  /** As in topIssues; null: it is not among them. */
  cause: TopIssue["cause"] | null;
  /** The issue that causes this one. */
  consequenceOf: string | null;
}

const ORDER: Record<Severity, number> = { error: 0, warning: 1, notice: 2 };

/** The kinds of issues of a run, worst first. A run that has not ended has none yet. */
export function listIssues(run: RunRow): IssueKind[] {
  const seen = (run.crawlStats?.["firstSeen"] ?? {}) as Record<string, number>;
  const totals = (run.crawlStats?.["issueTotals"] ?? []) as Array<{ id: string; severity: Severity; pages: number }>;
  const kinds = [
    ...totals.map(({ id, severity, pages }) => Object.assign(described(id), { severity, pages, count: pages })),
    ...siteIssuesOf(run).map(({ id, severity }) => Object.assign(described(id), { severity, pages: 0, count: 1 })),
    ...sitemapKinds(run),
  ];
  return kinds
    .map((kind) => Object.assign(kind, { firstSeenAt: seen[kind.id] ?? null, ...causeOf(run, kind.id) }))
    .sort((a, b) => ORDER[a.severity] - ORDER[b.severity] || b.count - a.count || a.id.localeCompare(b.id));
}

function causeOf({ topIssues }: RunRow, id: string): Pick<IssueKind, "cause" | "consequenceOf"> {
  const all = (topIssues ?? []) as Array<Partial<TopIssue>>;
  const parent = all.find(({ consequences }) => consequences?.some((each) => each.id === id));
  const own = all.find((each) => each.id === id) ?? parent;
  return { cause: own?.cause ?? null, consequenceOf: parent?.id ?? null };
}

function siteIssuesOf(run: RunRow): Issue[] {
  return (run.robotsAnalysis?.["issues"] ?? []) as Issue[];
}

function sitemapKinds(run: RunRow) {
  const kinds = new Map<string, Omit<IssueKind, "firstSeenAt" | "cause" | "consequenceOf">>();
  for (const { id, severity, title, fix } of (run.sitemapIssues ?? []) as SitemapFinding[]) {
    const why = SITEMAP_CHECKS.find((each) => each.id === id)?.why ?? null;
    const kind = kinds.get(id) ?? { id, severity, scope: "sitemap", title, why, fix, pages: 0, count: 0 };
    kinds.set(id, { ...kind, count: kind.count + 1 });
  }
  return [...kinds.values()];
}

function described(id: string): Pick<IssueKind, "id" | "scope" | "title" | "why" | "fix"> {
  const check = CHECKS.get(id);
  // An issue of a check that no longer exists.
  if (!check) return { id, scope: "page", title: id, why: null, fix: null };
  return { id, scope: check.scope, title: check.title, why: check.why, fix: check.fix };
}

/** One kind of a run, with what was found on the site or in its sitemaps. */
export interface FoundIssue {
  issue: IssueKind;
  /** For an issue of the site or a sitemap: every finding. */
  findings: unknown[];
}

/** @throws ApiError `issue_not_found`: the run has no such issue, and there is no such check. */
export function findIssue(run: RunRow, id: string): FoundIssue {
  const kind = listIssues(run).find((each) => each.id === id) ?? absentKind(id);
  if (!kind)
    throw new ApiError("issue_not_found", "There is no issue with this id; GET /api/seo-spider/checks lists them.");
  const findings = [...siteIssuesOf(run), ...((run.sitemapIssues ?? []) as SitemapFinding[])];
  return { issue: kind, findings: findings.filter((each) => each.id === id) };
}

/** A check whose issue the run does not have. */
function absentKind(id: string): IssueKind | null {
  const none = { pages: 0, count: 0, firstSeenAt: null, cause: null, consequenceOf: null };
  const check = CHECKS.get(id);
  if (check) return { ...described(id), severity: check.severity, ...none };
  const sitemap = SITEMAP_CHECKS.find((each) => each.id === id);
  if (!sitemap) return null;
  return {
    id,
    severity: sitemap.severity,
    scope: "sitemap",
    title: sitemap.title,
    why: sitemap.why,
    fix: sitemap.fix,
    ...none,
  };
}
