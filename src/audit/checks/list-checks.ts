import type { Check } from "./shared/define";
import type { SitemapCheck } from "./shared/define-sitemap";
import { CHECKS } from "./run-checks";
import { SITEMAP_CHECKS } from "./stages";

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

/** What audits report about sitemaps. */
export function listSitemapChecks(): Pick<SitemapCheck, "id" | "title" | "severity" | "rule" | "why" | "fix">[] {
  return SITEMAP_CHECKS.map(({ id, title, severity, rule, why, fix }) => ({ id, title, severity, rule, why, fix }));
}

/** What a check reports, in words; the id of a check that no longer exists as words. */
export function checkTitle(id: string): string {
  const check = CHECKS.get(id) ?? SITEMAP_CHECKS.find((each) => each.id === id);
  return check?.title ?? id.replaceAll("_", " ");
}
