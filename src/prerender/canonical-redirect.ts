import { isVerifiedNow, type VisitEvent } from "../analytics";
import type { Bindings } from "../env";
import { log } from "../lib/log";
import { withDeadline } from "../lib/deadline";
import { SECOND_MS } from "../lib/time";
import type { PageRequest } from "./origin-answers";
import { canonicalPage } from "./core/canonical-page";
import { emptyAnswer } from "./empty-answer";
import { indexOf } from "./render-page";
import { pagePathOf, type PrerenderSite } from "./site";

const TIMEOUT_MS = 2 * SECOND_MS;

/**
 * The redirect (301) that a verified training crawler gets instead of a page that names another one as its canonical, if
 * the domain wants that. Null: serve the page. Both snapshots have to be in the cache with status 200, and the canonical
 * page must not name a third one. So a redirect never leads to another, and an invalidation of either ends it.
 */
export async function canonicalRedirect(env: Bindings, page: PageRequest, path: string): Promise<Response | null> {
  const { site, visit } = page;
  if (!site.canonicalRedirects || visit?.kind !== "llm-training") return null;
  try {
    if (!(await isTrustedCrawler(env, page, visit))) return null;
    const found = await withDeadline(canonicalUrlOf(env, site, path), TIMEOUT_MS);
    if (!found) return null;
    const headers = new Headers({
      location: found,
      vary: "User-Agent, Accept",
      "cache-control": "private, max-age=0, must-revalidate",
      "cdn-cache-control": "no-store",
      "x-crawlready-cache": "hit",
    });
    return emptyAnswer(301, headers);
  } catch (error) {
    log("error", "canonical_not_found", { domain: site.domain, path, error: String(error) });
    return null;
  }
}

/** Cloudflare's own verdict is about the client, which for a middleware's request is the customer's server. */
function isTrustedCrawler(env: Bindings, { request, by }: PageRequest, visit: VisitEvent): Promise<boolean> {
  const cf = request.cf as { verifiedBotCategory?: string; botManagement?: { verifiedBot?: boolean } } | undefined;
  const isVerified = by === "host" && (Boolean(cf?.verifiedBotCategory) || cf?.botManagement?.verifiedBot === true);
  return isVerified ? Promise.resolve(true) : isVerifiedNow(env, visit, Date.now());
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
