import type { IssueKind, Run, SavedRun, Severity } from "./saved-run.ts";

/** One issue of one page, of the site, or of a sitemap. */
export interface Finding {
  /** Path of the page; null for the site or a sitemap. */
  path: string | null;
  url: string;
  found: string;
  expected: string;
  samples: string[];
  isNew: boolean;
}

/** All findings of one kind. */
export interface Group extends IssueKind {
  findings: Finding[];
  /** Estimate of the points that fixing it adds to the site's score; null: not known. */
  gain: number | null;
}

/** Where a report goes. `pathTo`: from there to a file that is named from the current folder. */
export interface ReportPlace {
  colours: boolean;
  pathTo: (file: string) => string;
}

export type Totals = Record<Severity, number>;

/** A run with its findings in the order in which to fix them. */
export interface Report {
  saved: SavedRun;
  run: Run;
  /** What the report shows: all groups, or with a baseline what is new since. */
  groups: Group[];
  totals: Totals;
  /** Compared with the baseline; null without one. */
  comparison: Comparison | null;
}

export interface Comparison {
  newTotals: Totals;
  /** Findings of the baseline that are gone. */
  fixed: number;
  scoreBefore: number;
  score: number;
}

interface Located {
  id: string;
  finding: Omit<Finding, "isNew">;
}

/** The report of a run. With a baseline, it shows only what is new since. */
export function makeReport(saved: SavedRun, baseline: SavedRun | null = null): Report {
  const before = baseline && new Set(locate(baseline).map(identityOf));
  const located = locate(saved);
  const byKind = new Map<string, Finding[]>();
  for (const each of located) {
    const finding = { ...each.finding, isNew: before !== null && !before.has(identityOf(each)) };
    const findings = byKind.get(each.id);
    if (findings) findings.push(finding);
    else byKind.set(each.id, [finding]);
  }
  const groups = groupsOf(saved, byKind);
  const fresh = groups
    .map((group) => ({ ...group, findings: group.findings.filter(({ isNew }) => isNew) }))
    .filter(({ findings }) => findings.length > 0);
  const now = new Set(located.map(identityOf));
  return {
    saved,
    run: saved.run,
    groups: before ? fresh : groups,
    totals: totalsOf(groups),
    comparison: baseline &&
      before && {
        newTotals: totalsOf(fresh),
        fixed: [...before].filter((each) => !now.has(each)).length,
        scoreBefore: baseline.run.healthScore,
        score: saved.run.healthScore,
      },
  };
}

/** The kind and the place, without the host: a preview has a different host from the site. */
export function identityOf({ id, finding }: Located): string {
  return `${id} ${finding.path ?? `${finding.url.replace(/^[a-z]+:\/\/[^/]*/, "")} site`}`;
}

function totalsOf(groups: readonly Group[]): Totals {
  const totals: Totals = { error: 0, warning: 0, notice: 0 };
  for (const { severity, findings } of groups) totals[severity] += findings.length;
  return totals;
}

/** Every finding of a run: those of its pages, of the site, and of its sitemaps. */
function locate({ url, run, pages }: SavedRun): Located[] {
  const own = new URL(url);
  const home = `${own.origin}/`;
  return [
    ...pages.flatMap(({ path, issues }) =>
      issues.map(({ id, detail }) => ({ id, finding: { path, url: urlOf(path, own), ...textOf(detail) } })),
    ),
    ...(run.robotsAnalysis.issues ?? []).map(({ id, detail }) => ({
      id,
      finding: { path: null, url: home, ...textOf(detail) },
    })),
    ...run.sitemapIssues.map(({ id, sitemapUrl, detail, fix, sampleUrls }) => ({
      id,
      finding: { path: null, url: sitemapUrl ?? home, found: detail, expected: fix, samples: sampleUrls },
    })),
  ];
}

function textOf({ found, expected, samples }: { found: string; expected: string; samples?: string[] }) {
  return { found, expected, samples: samples ?? [] };
}

/** A path of another scheme or host is a whole URL already. */
function urlOf(path: string, base: URL): string {
  return (path.startsWith("/") ? URL.parse(base.origin + path) : URL.parse(path, base))?.href ?? base.href;
}

const BY_SEVERITY: Record<Severity, number> = { error: 0, warning: 1, notice: 2 };

/** What to fix first comes first: as the run ranks its issues, then by severity. */
function groupsOf({ run, issues }: SavedRun, byKind: ReadonlyMap<string, Finding[]>): Group[] {
  const rank = new Map(run.topIssues.map(({ id, gain }, index) => [id, { index, gain }]));
  const placeOf = ({ id, consequenceOf }: IssueKind) => rank.get(id)?.index ?? rank.get(consequenceOf ?? "")?.index;
  return issues
    .map((kind) => ({ ...kind, findings: byKind.get(kind.id) ?? [], gain: rank.get(kind.id)?.gain ?? null }))
    .filter(({ findings }) => findings.length > 0)
    .sort(
      (a, b) =>
        compare(placeOf(a), placeOf(b)) ||
        Number(a.consequenceOf !== null) - Number(b.consequenceOf !== null) ||
        BY_SEVERITY[a.severity] - BY_SEVERITY[b.severity] ||
        b.findings.length - a.findings.length,
    );
}

/** A missing rank comes last. */
function compare(a: number | undefined, b: number | undefined): number {
  if (a === b) return 0;
  return (a ?? Infinity) < (b ?? Infinity) ? -1 : 1;
}
