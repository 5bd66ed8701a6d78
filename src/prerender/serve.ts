import { visitOf, type VisitEvent } from "../analytics";
import type { Bindings } from "../env";
import { log } from "../http/log";
import type { SnapshotEntry } from "./core/snapshot";
import { wantedFrom } from "./core/serving-rules";
import { passThrough } from "./origin";
import { queueRenders } from "./queue-renders";
import { indexOf, renderPage } from "./render-page";
import { respondWith, type CacheState } from "./respond";
import { keyOf, type PrerenderSite } from "./site";
import type { Hit } from "./snapshot-index.do";
import { readBody } from "./store";

/** Work that may outlive the answer. */
export type Defer = (work: Promise<unknown>) => void;

interface Served {
  entry: SnapshotEntry;
  body: ArrayBuffer | null;
  state: Exclude<CacheState, "bypass">;
}

/** A crawler's request as the cache sees it. */
interface PageRequest {
  site: PrerenderSite;
  key: string;
  headOnly: boolean;
  visit: VisitEvent | null;
  defer: Defer;
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
  const key = keyOf(site, pathAndQuery);
  const wanted = wantedFrom({ method: request.method, pathname, headers: request.headers });
  if (wanted.kind === "origin" || key === null) return bypass(request, site, pathAndQuery);
  const visit = countVisit(site, request, key);
  let served: Served | null = null;
  try {
    served = await findOrRender(env, { site, key, headOnly: request.method === "HEAD", visit, defer });
  } catch (error) {
    log("error", "snapshot_unavailable", { domain: site.domain, path: key, error: String(error) });
  }
  if (!served) return bypass(request, site, pathAndQuery);
  return respondWith(request, served.entry, served.body, served.state, Date.now());
}

async function findOrRender(env: Bindings, page: PageRequest): Promise<Served | null> {
  const { site, key, visit, defer } = page;
  const index = indexOf(env, site.domainId);
  // Twice: whoever waited for another's render, or met an entry without its body, looks again once.
  for (let attempt = 0; attempt < 2; attempt++) {
    const served = await find(env, page);
    if (served) return served;
    // The render goes on when the crawler hangs up: the next one will find it.
    const rendering = renderPage(env, site, key, { priority: "live", budgeted: true });
    defer(rendering.catch(() => {}));
    const outcome = await rendering;
    if (outcome.kind === "stored" || outcome.kind === "once") {
      if (visit) defer(index.countVisit(renderedVisit(visit, outcome.entry)).catch(() => {}));
      return { entry: outcome.entry, body: outcome.body, state: "miss" };
    }
    if (outcome.kind !== "joined" || outcome.end === "failed") return null;
  }
  return null;
}

async function find(env: Bindings, { site, key, headOnly, visit, defer }: PageRequest): Promise<Served | null> {
  const index = indexOf(env, site.domainId);
  const now = Date.now();
  const hit = (await index.hit(key, site.ttlHours, now, visit)) as Hit | null;
  if (!hit) return null;
  const body = headOnly ? null : await readBody(env, hit.entry.snap);
  if (body === null && !headOnly) {
    await index.drop(key, hit.entry.snap);
    return null;
  }
  if (hit.refresh) defer(queueRenders(env, site.domainId, [key], now));
  return { entry: hit.entry, body, state: hit.state };
}

async function bypass(request: Request, site: PrerenderSite, pathAndQuery: string): Promise<Response> {
  const response = await passThrough(request, site, pathAndQuery);
  const marked = new Response(response.body, response);
  marked.headers.set("x-crawlready-cache", "bypass" satisfies CacheState);
  return marked;
}

/** The visit that a request is, as if served from the cache; null when nothing names a crawler. */
function countVisit(site: PrerenderSite, request: Request, path: string): VisitEvent | null {
  const { domainId, domain } = site;
  return visitOf(request, { domainId, domain, path, servedBy: "cache" }, Date.now());
}

function renderedVisit(visit: VisitEvent, { status, renderMs }: SnapshotEntry): VisitEvent {
  return { ...visit, servedBy: "render", status, renderMs, serveMs: Date.now() - visit.at };
}
