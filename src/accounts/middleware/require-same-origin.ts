import type { Context } from "hono";
import { ApiError } from "../../errors/api-error";
import { mediaTypeOf } from "../../lib/text/media-type";
import { isForeignWrite } from "../core/same-origin";

const READS = new Set(["GET", "HEAD"]);

/** Types that a form on another site can't send without a preflight request. */
const BODY_TYPES = { json: "application/json", csv: "text/csv" } as const;

/**
 * Checks that a write with a cookie does not come from another site's page and that its body, if any, is JSON or another
 * type that no form sends. A form on another site fails both checks.
 * @throws ApiError `cross_origin_request`, `unsupported_media_type`.
 */
export function requireSameOrigin(c: Context, body: keyof typeof BODY_TYPES = "json"): void {
  if (READS.has(c.req.method)) return;
  if (isForeignWrite(c.req.url, c.req.header("origin") ?? null, c.req.header("sec-fetch-site") ?? null)) {
    const { origin } = new URL(c.req.url);
    throw new ApiError("cross_origin_request", `In a browser, only pages of ${origin} may use a session.`);
  }
  // A write without a body has no content type. We can't check `body` instead, because behind a proxy it is an empty
  // stream.
  const type = c.req.header("content-type");
  if (type !== undefined && mediaTypeOf(type) !== BODY_TYPES[body]) {
    throw new ApiError("unsupported_media_type", `Send the body with content-type: ${BODY_TYPES[body]}.`);
  }
}
