import type { Bindings } from "../../env";
import { isNotFound } from "../../lib/hosts/not-found";
import { log } from "../../lib/text/log";
import { withDeadline } from "../../lib/time/deadline";
import { SECOND_MS } from "../../lib/time/time";
import { indexOf } from "../cache/index-of";
import { isRouted } from "../core/crawl-router";
import { queueRefresh } from "../invalidate/queue-renders";
import { directVisits } from "./direct-visits";
import { isTrustedCrawler } from "./canonical-redirect";
import { insteadOfPage } from "./empty-response";
import { askOrigin, countResponse } from "./origin-response";
import type { CacheLookup } from "./page-request";

const TIMEOUT_MS = 2 * SECOND_MS;

/**
 * The 410 that a verified crawler gets for a page that the owner named as gone, without a render. Null: go on as usual. Either the cache
 * or the origin still has to say that there is no such page, so a page that comes back is served at once.
 */
export async function goneAnswer(env: Bindings, page: CacheLookup): Promise<Response | null> {
  const { site, path, key, visit, defer } = page;
  if (!visit || !isRouted(site.crawlRouter, "gone", { kind: visit.kind, path }, Date.now())) return null;
  try {
    if (!(await isTrustedCrawler(env, page, visit))) return null;
    const entry = await withDeadline(
      indexOf(env, site.domainId)
        .canonicalOf(key, Date.now())
        .then((found) => ({ found })),
      TIMEOUT_MS,
    );
    // The index is slow: what answers next waits longer.
    if (!entry) return null;
    if (!entry.found) {
      const there = await pageOfOrigin(env, page);
      if (there) return there;
    } else if (!isNotFound(entry.found.status)) return null;
  } catch (error) {
    log("error", "gone_not_known", { domain: site.domain, path, error: String(error) });
    return null;
  }
  // It is compared with pages that are left alone, so it counts as a visit like theirs.
  directVisits.add(env, { ...visit, servedBy: "cache", status: 410 }, defer);
  return insteadOfPage(410);
}

/** What the origin has there after all; null: nothing. It is asked once, so this crawler gets its page, and the next one a snapshot. */
async function pageOfOrigin(env: Bindings, page: CacheLookup): Promise<Response | null> {
  const response = await askOrigin(page);
  if (isNotFound(response.status)) {
    await response.body?.cancel();
    return null;
  }
  countResponse(env, page, "origin", response);
  if (response.status === 200) page.defer(queueRefresh(env, page.site.domainId, page.key, Date.now()));
  return response;
}
