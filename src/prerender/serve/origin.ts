import { ApiError } from "../../errors/api-error";
import { withoutCredentials } from "./service-credentials";
import type { PrerenderSite } from "../cache/site";

/** Marks requests we have passed on, to detect loops. */
export const HOP_HEADER = "x-crawlready-hop";

/** @throws ApiError `loop_detected` for a request that we have passed on before: the origin points back to us. */
export function refuseLoop(request: Request, domain: string): void {
  if (!request.headers.has(HOP_HEADER)) return;
  throw new ApiError(
    "loop_detected",
    `${domain} points back to this service. Set the domain's origin to the server behind it.`,
  );
}

/**
 * Passes a request on to the site's origin with its method, headers and body, but without credentials for this service,
 * and returns the response unchanged, including redirects. `by`: host for the domain's own traffic; service for a middleware in front of the origin, which
 * must not send our request back to us.
 * @throws ApiError `loop_detected`, `origin_unreachable`.
 */
export async function passThrough(
  request: Request,
  site: PrerenderSite,
  pathAndQuery: string,
  by: "host" | "service",
): Promise<Response> {
  refuseLoop(request, site.domain);
  const headers = withoutCredentials(request.headers);
  headers.set(HOP_HEADER, "1");
  headers.set("x-forwarded-host", site.domain);
  headers.delete("host");
  if (by === "service") headers.set("x-prerender", "1");
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  try {
    return await fetch(site.originBase + pathAndQuery, {
      method: request.method,
      headers,
      body: hasBody ? request.body : null,
      redirect: "manual",
    });
  } catch {
    throw new ApiError("origin_unreachable", `The origin of ${site.domain} did not respond.`);
  }
}
