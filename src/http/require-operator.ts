import type { MiddlewareHandler } from "hono";
import { ApiError } from "../errors/api-error";
import { constantTimeEqual, sha256Hex } from "../lib/hash";
import type { AppEnv } from "./app-env";

/** Requires the operator's bearer token. If none is configured, the endpoints do not exist (404). */
export function requireOperator(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const expected = c.env.ADMIN_TOKEN;
    if (!expected) throw new ApiError("not_found");
    const given = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    // Digests have equal lengths, so the comparison reveals nothing about the token's length.
    if (!constantTimeEqual(await sha256Hex(given), await sha256Hex(expected))) {
      throw new ApiError("invalid_api_key", "Send the operator's token as Authorization: Bearer.");
    }
    await next();
  };
}
