import type { Context, MiddlewareHandler } from "hono";
import { settingsOf } from "../env";
import { plainHost } from "../lib/hosts/domain";
import type { AppEnv } from "./app-env";

/** A year, for this host only: other hosts of the operator's domain may be customers'. */
const HSTS = "max-age=31536000";

/** For HTML of ours without a policy of its own, such as an exported report: it shows itself and loads nothing. */
const DOCUMENT_POLICY = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
};

/** Gives each request an id, returned in `x-request-id`, and sets the headers that all API responses have. */
export function requestContext(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    await next();
    c.header("x-request-id", c.get("requestId"));
    c.header("x-content-type-options", "nosniff");
    if (isOwnHttps(c)) c.header("strict-transport-security", HSTS);
    if (isOwnDocument(c)) for (const [name, value] of Object.entries(DOCUMENT_POLICY)) c.header(name, value);
    if (c.req.path.startsWith("/api/") && !c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
  };
}

/** Whether the response is our own HTML. What `/render` returns is the site's. */
function isOwnDocument(c: Context<AppEnv>): boolean {
  const { headers } = c.res;
  const isHtml = headers.get("content-type")?.startsWith("text/html") ?? false;
  return isHtml && !headers.has("content-security-policy") && !c.req.path.startsWith("/render/");
}

/** Whether the request came over https to a host that is known to be the API's. Without API_HOSTS, none is. */
function isOwnHttps(c: Context<AppEnv>): boolean {
  const { protocol, host } = new URL(c.req.url);
  return protocol === "https:" && settingsOf(c.env).apiHosts.has(plainHost(host));
}
