import { answerForm, OTHER_PATHS, type VisitEvent } from "../analytics";
import type { Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import { log } from "../lib/log";
import { bodyOf, emptyAnswer, isHeadOfNothing } from "./empty-answer";
import { directVisits } from "./direct-visits";
import { indexNowKey } from "./index-now-key";
import { isOwnTextFile, makeLlmsTxt } from "./llms-txt";
import { passThrough } from "./origin";
import type { CacheState } from "./respond-with";
import { pagePathOf, type PrerenderSite } from "./site";

/** Work that may continue after the response. */
export type Defer = (work: Promise<unknown>) => void;

/** A page request, as both entry points pass it on. */
export interface PageRequest {
  request: Request;
  site: PrerenderSite;
  /** The public path and query. */
  pathAndQuery: string;
  /** host: the domain's own traffic; service: a middleware's request. */
  by: "host" | "service";
  defer: Defer;
  /** The visit that the request is; null if no known crawler sent it. Whatever answers it, it counts once. */
  visit: VisitEvent | null;
  /** Counts any request that is not a hit against the caller's limit, once. @throws ApiError `rate_limited`. */
  spend?: () => Promise<void>;
}

/** The part of a path before its query. */
export function pathOnly(pathAndQuery: string): string {
  const query = pathAndQuery.indexOf("?");
  return query < 0 ? pathAndQuery : pathAndQuery.slice(0, query);
}

/** Serves the site's own llms.txt if it has one, otherwise a generated one. */
export async function serveLlmsTxt(env: Bindings, page: PageRequest): Promise<Response> {
  const own = await passOn(page);
  const made = isOwnTextFile(own) || own.status >= 500 ? null : await generated(env, page.site);
  countAnswer(env, page, made ? "generated" : "origin", made ?? own);
  return made ?? own;
}

/**
 * Serves the file with the domain's IndexNow key, by which search engines check who submits pages. Null: the path is not
 * the key's. A file that the site has there itself wins, and a site that is down does not matter.
 */
export async function serveKeyFile(env: Bindings, page: PageRequest): Promise<Response | null> {
  const key = await indexNowKey(env, page.site.domainId);
  if (key === null || pathOnly(page.pathAndQuery) !== `/${key}.txt`) return null;
  const own = await passOn(page).catch(() => null);
  const isOwn = own !== null && isOwnTextFile(own);
  if (!isOwn) await own?.body?.cancel();
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "private, max-age=0, must-revalidate",
  };
  const answer = isOwn ? own : new Response(page.request.method === "HEAD" ? null : key, { headers });
  countAnswer(env, page, isOwn ? "origin" : "generated", answer);
  return answer;
}

async function generated(env: Bindings, site: PrerenderSite): Promise<Response | null> {
  try {
    return await makeLlmsTxt(env, site);
  } catch (error) {
    log("error", "llms_txt_not_made", { domain: site.domain, error: String(error) });
    return null;
  }
}

/** Lets the origin answer, and counts that. */
export async function bypass(env: Bindings, page: PageRequest): Promise<Response> {
  try {
    const response = await passOn(page);
    countAnswer(env, page, "origin", response);
    return response;
  } catch (error) {
    if (error instanceof ApiError && error.code !== "rate_limited") countAnswer(env, page, "origin", error);
    throw error;
  }
}

/** Counts what a crawler got instead of a snapshot. */
function countAnswer(
  env: Bindings,
  { visit, site, pathAndQuery, defer }: PageRequest,
  servedBy: "origin" | "generated",
  answer: { status: number; headers: Headers | Record<string, string> },
): void {
  if (!visit) return;
  const form = answerForm(pathOnly(pathAndQuery), new Headers(answer.headers).get("content-type"));
  const counted = {
    ...visit,
    servedBy,
    form,
    status: answer.status,
    path: pagePathOf(site, pathAndQuery) ?? OTHER_PATHS,
  };
  directVisits.add(env, counted, defer);
}

async function passOn({ request, site, pathAndQuery, by, defer, spend }: PageRequest): Promise<Response> {
  await spend?.();
  const response = await passThrough(request, site, pathAndQuery, by);
  // Statuses that occur in practice but can't be constructed are passed on unchanged.
  if (response.status < 200 || response.status > 599) return response;
  const isHead = request.method === "HEAD";
  const body = isHead ? response.body : await bodyOf(response, defer);
  const isEmpty = isHead ? isHeadOfNothing(response) : body === null;
  const marked = isEmpty ? emptyAnswer(response.status, response.headers) : new Response(body, response);
  marked.headers.set("x-crawlready-cache", "bypass" satisfies CacheState);
  return marked;
}
