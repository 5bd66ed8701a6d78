import { printableJson } from "./plain-text.ts";
import type { Report } from "./report.ts";

/** The whole run, even with a baseline, so that it can be the next baseline; `comparison` has what is new. */
export function jsonReport({ saved, comparison, groups }: Report): string {
  const fresh = comparison && {
    ...comparison,
    newIssues: groups.map(({ id, severity, findings }) => ({
      id,
      severity,
      findings: findings.map(({ path, url, found }) => ({ path, url, found })),
    })),
  };
  return `${printableJson(fresh ? { ...saved, comparison: fresh } : saved)}\n`;
}

/** One page per line, as the service exports them. With a baseline, only pages and issues that are new. */
export function jsonlReport({ saved, comparison, groups }: Report): string {
  if (!comparison) return saved.pages.map((page) => `${printableJson(page)}\n`).join("");
  const fresh = new Map<string, Set<string>>();
  for (const { id, findings } of groups)
    for (const { path } of findings) if (path !== null) fresh.set(path, (fresh.get(path) ?? new Set()).add(id));
  return saved.pages
    .filter(({ path }) => fresh.has(path))
    .map((page) => {
      const issues = page.issues.filter(({ id }) => fresh.get(page.path)!.has(id));
      return `${printableJson({ ...page, issues })}\n`;
    })
    .join("");
}
