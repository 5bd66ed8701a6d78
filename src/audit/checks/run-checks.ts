import type { AuditedPage, RenderedPair } from "../model/page/page";
import type { GraphPage, SiteGraph } from "../model/site/site-graph";
import type { SiteFacts } from "../model/site/site-facts";
import { CROSS_CHECKS } from "./cross";
import { issueOf, type Applies, type Check } from "./define";
import type { Issue } from "../model/issue";
import { PAGE_CHECKS } from "./page";
import { RENDERED_CHECKS } from "./rendered";
import { SITE_CHECKS } from "./site";

/** Every check by its id. */
export const CHECKS: ReadonlyMap<string, Check> = new Map(
  [...PAGE_CHECKS, ...CROSS_CHECKS, ...SITE_CHECKS, ...RENDERED_CHECKS].map((check) => [check.id, check]),
);

function applies(on: Applies, page: AuditedPage): boolean {
  if (on === "response") return true;
  return page.html && (on === "html" || page.indexable);
}

/** The issues that a page shows by itself. Applicability is settled here, once, for every check. */
export function runPageChecks(page: AuditedPage): Issue[] {
  const issues: Issue[] = [];
  for (const check of PAGE_CHECKS) {
    const finding = applies(check.on, page) ? check.test(page) : null;
    if (finding) issues.push(issueOf(check, finding));
  }
  return issues;
}

/** The issues that only show against the rest of the site. */
export function runCrossChecks(page: GraphPage, graph: SiteGraph): Issue[] {
  const issues: Issue[] = [];
  for (const check of CROSS_CHECKS) {
    if (check.needsWholeSite && !graph.wholeSite) continue;
    const finding = check.test(page, graph);
    if (finding) issues.push(issueOf(check, finding));
  }
  return issues;
}

/** The issues of the site as a whole. */
export function runSiteChecks(site: SiteFacts): Issue[] {
  return SITE_CHECKS.flatMap((check) => {
    const finding = check.test(site);
    return finding ? [issueOf(check, finding)] : [];
  });
}

/** The issues that show when a page is rendered besides. */
export function runRenderedChecks(pair: RenderedPair): Issue[] {
  return RENDERED_CHECKS.flatMap((check) => {
    const finding = check.test(pair);
    return finding ? [issueOf(check, finding)] : [];
  });
}
