/** What docs/checks.md says about a check. */
export interface DocumentedCheck {
  id: string;
  title: string;
  scope: string;
  severity: string;
  category: string;
  weight: number;
  rule: string;
  why: string;
  fix: string;
}

/** What it says about a sitemap issue. */
export type DocumentedSitemapIssue = Pick<DocumentedCheck, "id" | "title" | "severity" | "rule" | "why" | "fix">;

const SCOPES: Record<string, string> = {
  page: "page",
  cross: "pages compared",
  site: "whole site",
  rendered: "served vs rendered",
};

type Entry = DocumentedSitemapIssue & { facts: readonly string[] };

/** One check, with its id as the heading, so that `checks.md#http_4xx` links to it. */
function entry({ id, title, facts, rule, why, fix }: Entry): string {
  return [
    `### ${id}`,
    "",
    `**${title}.** ${facts.join(", ")}`,
    "",
    `- Reported when: ${rule}`,
    `- Why: ${why}`,
    `- Fix: ${fix}`,
    "",
  ].join("\n");
}

/** docs/checks.md: one section per category in the order of first occurrence, then the sitemap issues. */
export function checksMarkdown(
  checks: readonly DocumentedCheck[],
  sitemapIssues: readonly DocumentedSitemapIssue[],
): string {
  const count = (severity: string) => checks.filter((check) => check.severity === severity).length;
  const sections = [...Map.groupBy(checks, ({ category }) => category)].map(([category, members]) => {
    const entries = members.map((check) => {
      const points = `${check.weight} ${check.weight === 1 ? "point" : "points"}`;
      return entry({ ...check, facts: [check.severity, points, SCOPES[check.scope] ?? check.scope] });
    });
    return [`## ${category}`, "", ...entries].join("\n");
  });
  return [
    "# Checks",
    "",
    `${checks.length} checks: ${count("error")} errors, ${count("warning")} warnings, ${count("notice")} notices. Generated from`,
    "`src/audit/checks` by `npm run docs`; `GET /api/seo-spider/checks` returns them as JSON. A failed check takes its points off",
    "the `healthScore` of the page, or of the run if it looks at the whole site. The sitemap issues follow at the end.",
    "",
    ...sections,
    "## Sitemaps",
    "",
    `The ${sitemapIssues.length} issues in a run's \`sitemapIssues\`. They take no points off.`,
    "",
    ...sitemapIssues.map((issue) => entry({ ...issue, facts: [issue.severity, "sitemap"] })),
  ].join("\n");
}
