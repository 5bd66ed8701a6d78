/** The data about a check in docs/checks.md. */
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

const SCOPES: Record<string, string> = {
  page: "page",
  cross: "pages compared",
  site: "whole site",
  rendered: "served vs rendered",
};

const cell = (text: string) => text.replaceAll("|", "\\|");

/** Generates docs/checks.md: one table per category, in order of first occurrence. */
export function checksMarkdown(checks: readonly DocumentedCheck[]): string {
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
    "`src/audit/checks` by `npm run docs`; `GET /api/seo-spider/checks` returns the same as JSON. A failed check deducts its points",
    "from the `healthScore` of the page, or of the run for a check of the whole site.",
    "",
    ...sections,
  ].join("\n");
}
