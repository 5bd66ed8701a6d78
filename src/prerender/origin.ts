import { ApiError } from "../errors/api-error";
import type { PrerenderSite } from "./site";

/** Our own hop, so that a request that comes back to us is told from a first one. */
const HOP_HEADER = "x-crawlready-hop";

/**
 * Passes a request through to the site's origin: method, headers and body as they came, redirects handed back, the answer
 * untouched. @throws ApiError `loop_detected`, `origin_unreachable`.
 */
export async function passThrough(request: Request, site: PrerenderSite, pathAndQuery: string): Promise<Response> {
  if (request.headers.has(HOP_HEADER)) {
    throw new ApiError(
      "loop_detected",
      `${site.domain} leads back to this service; set the domain's origin to the server behind it.`,
    );
  }
  const headers = new Headers(request.headers);
  headers.set(HOP_HEADER, "1");
  headers.set("x-forwarded-host", site.domain);
  headers.delete("host");
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  try {
    return await fetch(site.originBase + pathAndQuery, {
      method: request.method,
      headers,
      body: hasBody ? request.body : null,
      redirect: "manual",
    });
  } catch {
    throw new ApiError("origin_unreachable", `The origin of ${site.domain} did not answer.`);
  }
}
