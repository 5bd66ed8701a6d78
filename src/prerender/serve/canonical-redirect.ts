import { isVerifiedNow, type VisitEvent } from "../../analytics";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { withDeadline } from "../../lib/time/deadline";
import { SECOND_MS } from "../../lib/time/time";
import { canonicalPage } from "../core/canonical-page";
import { isRouted } from "../core/crawl-router";
import { directVisits } from "./direct-visits";
import { insteadOfPage } from "./empty-response";
import { isVerifiedBot, type CacheLookup } from "./page-request";
import { indexOf } from "../cache/index-of";
import { pagePathOf, type PrerenderSite } from "../cache/site";

const TIMEOUT_MS = 2 * SECOND_MS;

/**
 * The redirect (301) that a verified crawler gets instead of a page that names another one as its canonical, if the domain
 * wants that for crawlers of its kind. Null: serve the page. Both snapshots have to be in the cache with status 200, and the
 * canonical page must not name a third one. So a redirect never points to another, and an invalidation of either ends
 * it.
 */
export async function canonicalRedirect(env: Bindings, page: CacheLookup): Promise<Response | null> {
  const { site, path, visit, defer } = page;
  if (!visit || !mayRedirect(page)) return null;
  try {
    if (!(await isTrustedCrawler(env, page, visit))) return null;
    const found = await withDeadline(canonicalUrlOf(env, site, path), TIMEOUT_MS);
    if (!found) return null;
    const answer = insteadOfPage(301, { location: found });
    // What the router answers is compared with what it leaves alone, so both count as visits.
    const servedBy = isRouted(site.crawlRouter, "redirect", { kind: visit.kind, path }, Date.now())
      ? "cache"
      : "generated";
    directVisits.add(env, { ...visit, servedBy, form: "canonical_redirect", status: 301 }, defer);
    return answer;
  } catch (error) {
    log("error", "canonical_not_found", { domain: site.domain, path, error: String(error) });
    return null;
  }
}

/** Whether this crawler may get a redirect from this page. */
export function mayRedirect({ site, visit, path }: Pick<CacheLookup, "site" | "visit" | "path">): boolean {
  if (!visit) return false;
  if (site.canonicalRedirects && visit.kind === "llm-training") return true;
  return isRouted(site.crawlRouter, "redirect", { kind: visit.kind, path }, Date.now());
}

/**
 * Whether it is known at once that a crawler is who it says. Cloudflare's own verdict is about the client, which for a middleware's
 * request is the customer's server.
 */
export async function isTrustedCrawler(
  env: Bindings,
  { request, by }: CacheLookup,
  visit: VisitEvent,
): Promise<boolean> {
  return (by === "host" && isVerifiedBot(request)) || isVerifiedNow(env, visit, Date.now());
}

/** The public URL of the page's canonical page; null if it is the page itself or can't be served. */
async function canonicalUrlOf(env: Bindings, site: PrerenderSite, path: string): Promise<string | null> {
  const index = indexOf(env, site.domainId);
  const keyed = { publicBase: site.publicBase, keyOf: (given: string) => pagePathOf(site, given) };
  const named = async (key: string) => {
    const entry = await index.canonicalOf(key, Date.now());
    return entry?.status === 200 ? canonicalPage(keyed, key, entry.canonical) : null;
  };
  const target = await named(path);
  if (target?.kind !== "page") return null;
  return (await named(target.path))?.kind === "self" ? target.url : null;
}
