import type { Context } from "hono";
import { judgeOrigin } from "../accounts";
import { ApiError } from "../errors/api-error";
import type { AppEnv } from "./app-env";

const READS = new Set(["GET", "HEAD"]);

/**
 * What a write by cookie has to show: that it comes from a page of our own, with a JSON body if any. A form of another
 * site can do neither.
 * @throws ApiError `cross_origin_request`, `unsupported_media_type`.
 */
export function requireSameOrigin(c: Context<AppEnv>, absentOrigin: "allowed" | "refused"): void {
  if (READS.has(c.req.method)) return;
  const verdict = judgeOrigin(c.req.url, c.req.header("origin") ?? null);
  if (verdict === "foreign" || (verdict === "absent" && absentOrigin === "refused")) {
    const { origin } = new URL(c.req.url);
    throw new ApiError("cross_origin_request", `A session may write only with the header Origin: ${origin}.`);
  }
  // A write without a body declares no type, and `body` does not tell: behind a proxy it is an empty stream.
  const type = c.req.header("content-type");
  if (type !== undefined && !/^application\/json\b/i.test(type)) {
    throw new ApiError("unsupported_media_type", "Send the body as content-type: application/json.");
  }
}
