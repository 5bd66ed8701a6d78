import { ALL_CHECKS } from "./all-checks";
import type { CrossCheck, PageCheck, RenderedCheck, SiteCheck } from "./shared/define";
import type { SitemapCheck } from "./shared/define-sitemap";

export const PAGE_CHECKS: readonly PageCheck[] = ALL_CHECKS.filter((check) => check.scope === "page");
export const CROSS_CHECKS: readonly CrossCheck[] = ALL_CHECKS.filter((check) => check.scope === "cross");
export const SITE_CHECKS: readonly SiteCheck[] = ALL_CHECKS.filter((check) => check.scope === "site");
export const RENDERED_CHECKS: readonly RenderedCheck[] = ALL_CHECKS.filter((check) => check.scope === "rendered");
/** Every issue that an audit reports about sitemaps (sitemaps.org protocol). */
export const SITEMAP_CHECKS: readonly SitemapCheck[] = ALL_CHECKS.filter((check) => check.scope === "sitemap");
