import { LinkResolver, type Target } from "./links";
import type { AuditedPage } from "./page";

/** Visits every target of a page, as served and as rendered. Pages may have very many, so they are not collected. */
export function forEachTarget(page: AuditedPage, visit: (target: Target, nofollow: boolean) => void): void {
  visitTargets(page, visit);
  const rendered = page.rendering?.pair?.rendered;
  if (rendered) visitTargets(rendered, visit);
}

function visitTargets(page: AuditedPage, visit: Parameters<typeof forEachTarget>[1]): void {
  const { links, facts, parsedUrl, refresh, productionHost } = page;
  for (const link of links) visit(link, link.nofollow);
  if (facts === null || (facts.targets.size === 0 && refresh === null)) return;
  const resolver = new LinkResolver(parsedUrl, facts.baseHref, null, productionHost);
  // A redirect's target is not a link, however it redirects.
  if (refresh !== null && page.html) visit(resolver.targetOnce(refresh.url), false);
  for (const [href, nofollow] of facts.targets) visit(resolver.targetOnce(href), nofollow);
}
