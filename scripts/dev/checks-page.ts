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

const cell = (text: string) => text.replaceAll("|", "\\|");

function sitemapSection(issues: readonly DocumentedSitemapIssue[]): string[] {
  return [
    "## Sitemaps",
    "",
    `The ${issues.length} issues in a run's \`sitemapIssues\`. They take no points off.`,
    "",
    "| Id | Severity | Rule | Why, and how to fix it |",
    "| --- | --- | --- | --- |",
    ...issues.map(
      ({ id, severity, title, rule, why, fix }) =>
        `| \`${id}\` | ${severity} | **${cell(title)}.** ${cell(rule)} | ${cell(why)} ${cell(fix)} |`,
    ),
    "",
  ];
}

/** docs/checks.md: one table per category in the order of first occurrence, then the sitemap issues. */
export function checksMarkdown(
  checks: readonly DocumentedCheck[],
  sitemapIssues: readonly DocumentedSitemapIssue[],
): string {
  const categories = [...new Set(checks.map((check) => check.category))];
  const count = (severity: string) => checks.filter((check) => check.severity === severity).length;
  const sections = categories.map((category) => {
    const rows = checks
      .filter((check) => check.category === category)
      .map(({ id, severity, weight, scope, title, rule, why, fix }) =>
        [
          `\`${id}\``,
          severity,
          weight,
          SCOPES[scope] ?? scope,
          `**${cell(title)}.** ${cell(rule)}`,
          `${cell(why)} ${cell(fix)}`,
        ].join(" | "),
      );
    return [
      `## ${category}`,
      "",
      "| Id | Severity | Points | Looks at | Rule | Why, and how to fix it |",
      "| --- | --- | --: | --- | --- | --- |",
      ...rows.map((row) => `| ${row} |`),
      "",
    ].join("\n");
  });
  return [
    "# Checks",
    "",
    `${checks.length} checks: ${count("error")} errors, ${count("warning")} warnings, ${count("notice")} notices. Generated from`,
    "`src/audit/checks` by `npm run docs`; `GET /api/seo-spider/checks` returns them as JSON. A failed check takes its points off",
    "the `healthScore` of the page, or of the run if it looks at the whole site. The sitemap issues follow at the end.",
    "",
    ...sections,
    ...sitemapSection(sitemapIssues),
  ].join("\n");
}
