import type { VisitEvent } from "../../analytics";
import type { Bindings } from "../../env";
import type { PrerenderSite } from "../cache/site";

/** Work that may continue after the response. */
export type Defer = (work: Promise<unknown>) => void;

/** The `x-crawlready-cache` header: where a response came from. */
export type CacheState = "hit" | "miss" | "stale" | "bypass";

/** A page request, as both entry points pass it on. */
export interface PageRequest {
  request: Request;
  site: PrerenderSite;
  /** The public path and query. */
  pathAndQuery: string;
  /** host: the domain's own traffic; service: a middleware's request. */
  by: "host" | "service";
  defer: Defer;
  /**
   * The visit to count for this request; null if no known crawler sent it. It counts once, whatever answers the
   * request.
   */
  visit: VisitEvent | null;
  /** Counts any request that is not a hit against the caller's limit, once. @throws ApiError `rate_limited`. */
  spend?: () => Promise<void>;
}

/** A request for a page that may be in the cache. */
export interface CacheLookup extends PageRequest {
  /** The page in canonical form. */
  path: string;
  /** The cache key of the snapshot. */
  key: string;
  form: "html" | "markdown";
  /** How long a snapshot of the page is fresh. */
  ttlHours: number;
}

/** A response; null: the next answerer is tried; origin: only the site's own server can answer. */
export type PageAnswer = Response | "origin" | null;

/** A function that may answer a request. Answerers are tried in turn. */
export type Answerer<Asked extends PageRequest> = (env: Bindings, asked: Asked) => PageAnswer | Promise<PageAnswer>;

/** The part of a path before its query. */
export function pathOnly(pathAndQuery: string): string {
  const query = pathAndQuery.indexOf("?");
  return query < 0 ? pathAndQuery : pathAndQuery.slice(0, query);
}

/** Whether Cloudflare has verified that the client is the crawler it says it is. */
export function isVerifiedBot(request: Request): boolean {
  const cf = request.cf as { verifiedBotCategory?: string; botManagement?: { verifiedBot?: boolean } } | undefined;
  return Boolean(cf?.verifiedBotCategory) || cf?.botManagement?.verifiedBot === true;
}
