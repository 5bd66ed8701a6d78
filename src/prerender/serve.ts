import { recordVisits, visitOf } from "../analytics";
import type { Bindings } from "../env";
import { log } from "../http/log";
import { freshnessOf, type SnapshotEntry } from "./core/snapshot";
import { pageKey } from "./core/page-key";
import { wantedFrom } from "./core/serving-rules";
import { passThrough } from "./origin";
import { indexOf, renderPage } from "./render-page";
import { respondWith, type CacheState } from "./respond";
import type { PrerenderSite } from "./site";
import { readBody } from "./store";

/** Work that may outlive the answer. */
export type Defer = (work: Promise<unknown>) => void;

interface Served {
  entry: SnapshotEntry;
  body: ArrayBuffer | null;
  state: Exclude<CacheState, "bypass">;
}

/**
 * Answers a crawler with the page's snapshot: from the cache, or rendered now, or, when neither can be had, with the
 * origin's own page. `pathAndQuery` as the public asks for it. Never an error page of ours while the origin is up.
 */
export async function serveSnapshot(
  env: Bindings,
  site: PrerenderSite,
  request: Request,
  pathAndQuery: string,
  defer: Defer,
): Promise<Response> {
  const pathname = pathAndQuery.split("?")[0]!;
  const key = pageKey(pathAndQuery);
  const wanted = wantedFrom({ method: request.method, pathname, headers: request.headers });
  if (wanted.kind === "origin" || key === null) return bypass(request, site, pathAndQuery);
  const startedAt = Date.now();
  let served: Served | null = null;
  try {
    served = await findOrRender(env, site, key, request.method === "HEAD", defer);
  } catch (error) {
    log("error", "snapshot_unavailable", { domain: site.domain, path: key, error: String(error) });
  }
  if (!served) return bypass(request, site, pathAndQuery);
  const visit = countVisit(env, site, request, key, served, startedAt);
  if (visit) defer(visit);
  return respondWith(request, served.entry, served.body, served.state, Date.now());
}

async function findOrRender(
  env: Bindings,
  site: PrerenderSite,
  key: string,
  headOnly: boolean,
  defer: Defer,
): Promise<Served | null> {
  const index = indexOf(env, site.domainId);
  // Twice: whoever waited for another's render, or met an entry without its body, looks again once.
  for (let attempt = 0; attempt < 2; attempt++) {
    const now = Date.now();
    const entry = (await index.lookup(key, now)) as SnapshotEntry | null;
    const freshness = entry ? freshnessOf(entry, site.ttlHours, now) : "expired";
    if (entry && freshness !== "expired") {
      const body = headOnly ? null : await readBody(env, entry.snap);
      if (body !== null || headOnly) {
        if (freshness === "stale") defer(env.RENDER_QUEUE.send({ domainId: site.domainId, path: key }));
        return { entry, body, state: freshness === "stale" ? "stale" : "hit" };
      }
      await index.drop(key, entry.snap);
    }
    // The render goes on when the crawler hangs up: the next one will find it.
    const rendering = renderPage(env, site, key);
    defer(rendering.catch(() => {}));
    const outcome = await rendering;
    if (outcome.kind === "failed") return null;
    if (outcome.kind !== "joined") return { entry: outcome.entry, body: outcome.body, state: "miss" };
  }
  return null;
}

async function bypass(request: Request, site: PrerenderSite, pathAndQuery: string): Promise<Response> {
  const response = await passThrough(request, site, pathAndQuery);
  const marked = new Response(response.body, response);
  marked.headers.set("x-crawlready-cache", "bypass" satisfies CacheState);
  return marked;
}

/** A visit on its way to the counts; null when nothing names a crawler. */
function countVisit(
  env: Bindings,
  site: PrerenderSite,
  request: Request,
  path: string,
  { entry, state }: Served,
  startedAt: number,
): Promise<unknown> | null {
  const now = Date.now();
  const { status, renderMs } = entry;
  const servedBy = state === "miss" ? "render" : "cache";
  const { domainId, domain } = site;
  const visit = visitOf(request, { domainId, domain, path, servedBy, status, renderMs, serveMs: now - startedAt }, now);
  return visit && recordVisits(env.VISIT_QUEUE, [visit]);
}
