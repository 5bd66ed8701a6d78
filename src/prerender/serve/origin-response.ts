import { responseForm, OTHER_PATHS } from "../../analytics";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { directVisits } from "./direct-visits";
import { bodyOf, emptyResponse, isHeadOfNothing } from "./empty-response";
import { passThrough } from "./origin";
import { pathOnly, type CacheState, type PageRequest } from "./page-request";
import { pagePathOf } from "../cache/site";

/** Lets the origin answer, and counts that. */
export async function originAnswer(env: Bindings, page: PageRequest): Promise<Response> {
  try {
    const response = await askOrigin(page);
    countResponse(env, page, "origin", response);
    return response;
  } catch (error) {
    if (error instanceof ApiError && error.code !== "rate_limited") countResponse(env, page, "origin", error);
    throw error;
  }
}

/** The origin's response, marked as not from the cache. @throws ApiError `loop_detected`, `origin_unreachable`. */
export async function askOrigin(page: PageRequest): Promise<Response> {
  const { request, site, pathAndQuery, by, defer, spend } = page;
  await spend?.();
  const response = await passThrough(request, site, pathAndQuery, by);
  // Statuses that occur in practice but can't be constructed are passed on unchanged.
  if (response.status < 200 || response.status > 599) return response;
  const isHead = request.method === "HEAD";
  const body = isHead ? response.body : await bodyOf(response, defer);
  const isEmpty = isHead ? isHeadOfNothing(response) : body === null;
  const marked = isEmpty ? emptyResponse(response.status, response.headers) : new Response(body, response);
  marked.headers.set("x-crawlready-cache", "bypass" satisfies CacheState);
  return marked;
}

/** Whether the origin has its own file at a path of ours, such as /llms.txt. Single-page sites answer every path with their HTML. */
export function isOwnTextFile(response: Response): boolean {
  return response.status === 200 && !/html/i.test(response.headers.get("content-type") ?? "");
}

/** Counts what a crawler got instead of a snapshot. */
export function countResponse(
  env: Bindings,
  { visit, site, pathAndQuery, defer }: PageRequest,
  servedBy: "origin" | "generated",
  answer: { status: number; headers: Headers | Record<string, string> },
): void {
  if (!visit) return;
  const form = responseForm(pathOnly(pathAndQuery), new Headers(answer.headers).get("content-type"));
  const counted = {
    ...visit,
    servedBy,
    form,
    status: answer.status,
    path: pagePathOf(site, pathAndQuery) ?? OTHER_PATHS,
  };
  directVisits.add(env, counted, defer);
}
