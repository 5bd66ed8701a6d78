import type { Check } from "./shared/define";
import { CHECKS } from "./run-checks";

/** One entry of the catalogue of checks. */
export interface CatalogueEntry {
  id: string;
  title: string;
  /** page: one page; cross: pages compared; site: once per run; rendered: a page as served compared with its rendered form. */
  scope: Check["scope"];
  severity: Check["severity"];
  category: Check["category"];
  /** Penalty points. */
  weight: number;
  rule: string;
  /** The numbers of the rule, by name. */
  thresholds: Readonly<Record<string, number>>;
  why: string;
  fix: string;
}

/** Every check: page, cross, site, then rendered checks. Without the sitemap issues. */
export function listChecks(): CatalogueEntry[] {
  return [...CHECKS.values()].map(({ id, title, scope, severity, category, weight, rule, thresholds, why, fix }) => ({
    id,
    title,
    scope,
    severity,
    category,
    weight,
    rule,
    thresholds: thresholds ?? {},
    why,
    fix,
  }));
}
