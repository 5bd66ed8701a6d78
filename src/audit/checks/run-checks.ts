import type { AuditedPage, Rendering } from "../model/page/page";
import type { GraphPage, SiteGraph } from "../model/site/site-graph";
import type { SiteFacts } from "../model/site/site-facts";
import { CROSS_CHECKS } from "./cross";
import { hasWholeBody, issueOf, type Check, type PageCheck } from "./define";
import type { Issue } from "../model/issue";
import { PAGE_CHECKS } from "./page";
import { RENDERED_CHECKS } from "./rendered";
import { SITE_CHECKS } from "./site";

/** Every check by id. */
export const CHECKS: ReadonlyMap<string, Check> = new Map(
  [...PAGE_CHECKS, ...CROSS_CHECKS, ...SITE_CHECKS, ...RENDERED_CHECKS].map((check) => [check.id, check]),
);

function applies({ on, needsBody }: PageCheck, page: AuditedPage): boolean {
  if (on === "response") return true;
  return page.html && (on === "html" || page.indexable) && (needsBody !== true || hasWholeBody(page));
}

/** Issues of one page. This is the only place that decides whether a check applies. */
export function runPageChecks(page: AuditedPage): Issue[] {
  const issues: Issue[] = [];
  for (const check of PAGE_CHECKS) {
    const finding = applies(check, page) ? check.test(page) : null;
    if (finding) issues.push(issueOf(check, finding));
  }
  return issues;
}

/** Issues of a page compared with the rest of the site. */
export function runCrossChecks(page: GraphPage, graph: SiteGraph): Issue[] {
  const issues: Issue[] = [];
  for (const check of CROSS_CHECKS) {
    if (check.needsWholeSite && !graph.wholeSite) continue;
    const finding = check.test(page, graph);
    if (finding) issues.push(issueOf(check, finding));
  }
  return issues;
}

/** Issues of the site as a whole. */
export function runSiteChecks(site: SiteFacts): Issue[] {
  return SITE_CHECKS.flatMap((check) => {
    const finding = check.test(site);
    return finding ? [issueOf(check, finding)] : [];
  });
}

/** Issues of a page compared with its rendered form; or the one that it has none. `own`: issues that the page has by itself. */
export function runRenderedChecks({ pair, report }: Rendering, own: readonly Issue[] = []): Issue[] {
  const told = new Set(own.map(({ id }) => id));
  return RENDERED_CHECKS.flatMap((check) => {
    const finding = pair ? check.test(pair, told) : (check.testFailure?.(report.reason ?? "unknown reason") ?? null);
    return finding ? [issueOf(check, finding)] : [];
  });
}
