import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env";

/** Gives each request an id, returned in `x-request-id`, and sets the headers that all API responses have. */
export function requestContext(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    await next();
    c.header("x-request-id", c.get("requestId"));
    c.header("x-content-type-options", "nosniff");
    if (c.req.path.startsWith("/api/") && !c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
  };
}
