import { canonicalUrl } from "../../lib/hosts/url";
import { isParsed } from "../model/page/audited-page";
import type { AuditedPage, RenderedPair, Rendering } from "../model/page/page";
import type { GraphPage, SiteGraph } from "../model/site/site-graph";
import type { SiteFacts } from "../model/site/site-facts";
import { hasWholeBody, issueOf, type Check, type PageCheck } from "./shared/define";
import type { Finding, Issue } from "../model/issue";
import { CROSS_CHECKS, PAGE_CHECKS, RENDERED_CHECKS, SITE_CHECKS } from "./stages";

/** Every check by id. */
export const CHECKS: ReadonlyMap<string, Check> = new Map(
  [...PAGE_CHECKS, ...CROSS_CHECKS, ...SITE_CHECKS, ...RENDERED_CHECKS].map((check) => [check.id, check]),
);

/** What a check finds on a page. This is the only place that decides whether it applies. */
function judge(check: PageCheck, page: AuditedPage): Finding | null {
  if (check.on === "response") return check.test(page);
  if (!page.html || !isParsed(page)) return null;
  if (check.on === "indexable" && !page.indexable) return null;
  return check.needsBody && !hasWholeBody(page) ? null : check.test(page);
}

/** Issues of one page. */
export function runPageChecks(page: AuditedPage): Issue[] {
  const issues: Issue[] = [];
  for (const check of PAGE_CHECKS) {
    const finding = judge(check, page);
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

/** Issues of a page compared with its rendered form, or the issue that it was not rendered. `own`: issues of the page alone. */
export function runRenderedChecks({ pair, report }: Rendering, own: readonly Issue[] = []): Issue[] {
  const told = new Set(own.map(({ id }) => id));
  const moved = pair !== null && hasMoved(pair);
  return RENDERED_CHECKS.flatMap((check) => {
    if (moved && check.comparesPage) return [];
    const finding = pair ? check.test(pair, told) : (check.testFailure?.(report.reason ?? "unknown reason") ?? null);
    return finding ? [issueOf(check, finding)] : [];
  });
}

/** Whether a script went on to another page. Another query may be another state of the same page. */
function hasMoved({ raw, render }: RenderedPair): boolean {
  const parsed = URL.parse(render.finalUrl);
  const final = parsed && new URL(canonicalUrl(parsed));
  return final !== null && (final.host !== raw.parsedUrl.host || final.pathname !== raw.parsedUrl.pathname);
}
