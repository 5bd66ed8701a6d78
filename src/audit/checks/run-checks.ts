import { canonicalUrl } from "../../lib/hosts/url";
import { isParsed } from "../model/page/audited-page";
import { withoutIndex } from "../model/page/rendering";
import type { AuditedPage, ParsedPage, RenderedPair, Rendering } from "../model/page/page";
import type { GraphPage, SiteGraph } from "../model/site/site-graph";
import type { SiteFacts } from "../model/site/site-facts";
import { hasWholeBody, issueOf, type Check, type HtmlCheck, type PageCheck } from "./shared/define";
import type { Finding, Issue } from "../model/issue";
import { CROSS_CHECKS, PAGE_CHECKS, RENDERED_CHECKS, SITE_CHECKS } from "./stages";

/** Every check by id. */
export const CHECKS: ReadonlyMap<string, Check> = new Map(
  [...PAGE_CHECKS, ...CROSS_CHECKS, ...SITE_CHECKS, ...RENDERED_CHECKS].map((check) => [check.id, check]),
);

/** What a check finds on a page. This is the only place that decides whether it applies. */
function judge(check: PageCheck, page: AuditedPage): Finding | null {
  if (check.on === "response") return check.test(page);
  if (check.on === "indexable" && !page.indexable) return null;
  return judgeHtml(check, page);
}

/** A frameset is no page with content: what it shows is in other pages. */
const hasContent = (check: HtmlCheck, page: ParsedPage) => check.on === "html" || !page.facts.frameset;

function judgeHtml(check: HtmlCheck, page: AuditedPage): Finding | null {
  if (!page.html || !isParsed(page)) return null;
  if (!hasContent(check, page) || (check.needsBody && !hasWholeBody(page))) return null;
  return check.test(page);
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

const INDEXABLE_CHECKS: readonly HtmlCheck[] = PAGE_CHECKS.flatMap((check) =>
  check.on === "indexable" ? [check] : [],
);

/** What the checks of indexable pages find on a page that is not indexable. No score counts it. */
export function runUnscoredChecks(page: AuditedPage): Issue[] {
  if (page.indexable || !page.html) return [];
  return INDEXABLE_CHECKS.flatMap((check) => {
    const finding = judgeHtml(check, page);
    return finding ? [issueOf(check, finding)] : [];
  });
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
    if (check.blamesScripts && pair?.raw.facts.scripts === 0) return [];
    const finding = pair ? check.test(pair, told) : (check.testFailure?.(report.reason ?? "unknown reason") ?? null);
    return finding ? [issueOf(check, finding)] : [];
  });
}

/** Whether a script went on to another page. Another query may be another state of the same page. */
function hasMoved({ raw, render }: RenderedPair): boolean {
  const parsed = URL.parse(render.finalUrl);
  const final = parsed && new URL(canonicalUrl(parsed));
  return (
    final !== null &&
    (final.host !== raw.parsedUrl.host || withoutIndex(final.pathname) !== withoutIndex(raw.parsedUrl.pathname))
  );
}
