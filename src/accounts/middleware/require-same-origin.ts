import type { Context } from "hono";
import { ApiError } from "../../errors/api-error";
import { isForeignWrite } from "../core/same-origin";

const READS = new Set(["GET", "HEAD"]);

/**
 * What a write by cookie has to show: that no page of another site sends it, and a JSON body if any. A form of another
 * site can do neither.
 * @throws ApiError `cross_origin_request`, `unsupported_media_type`.
 */
export function requireSameOrigin(c: Context): void {
  if (READS.has(c.req.method)) return;
  if (isForeignWrite(c.req.url, c.req.header("origin") ?? null, c.req.header("sec-fetch-site") ?? null)) {
    const { origin } = new URL(c.req.url);
    throw new ApiError("cross_origin_request", `In a browser, only pages of ${origin} may use a session.`);
  }
  // A write without a body declares no type, and `body` does not tell: behind a proxy it is an empty stream.
  const type = c.req.header("content-type");
  if (type !== undefined && !/^application\/json\b/i.test(type)) {
    throw new ApiError("unsupported_media_type", "Send the body with content-type: application/json.");
  }
}
