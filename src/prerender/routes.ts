import { Hono, type Context } from "hono";
import { authorizeRow } from "../accounts";
import { schemaError } from "../errors/api-error";
import type { AppEnv } from "../http/app-env";
import { requireCaller } from "../http/authenticate";
import { operation } from "../http/operation";
import { validate } from "../http/validate";
import { siteOfHost } from "./edge";
import { invalidatePage } from "./invalidate";
import { InvalidatePageAnswer, InvalidatePageBody } from "./schemas";
import { serveSnapshot } from "./serve";
import { siteOf } from "./site";

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: false });
const keyOnly = requireCaller({
  kinds: ["key"],
  keysNeedPlan: false,
  alsoKeyHeader: "x-prerender-token",
  uncounted: true,
});

const domainErrors = [
  "invalid_request",
  "api_key_domain_scope_mismatch",
  "domain_not_owned",
  "domain_access_forbidden",
] as const;

const invalidate = operation({
  tag: "Prerender cache",
  summary: "Remove one page from the cache",
  description:
    "From the moment this answers, no request gets a snapshot made before it. `prewarm` renders the page again first.",
  credentials: ["apiKey", "session"],
  answers: { 200: InvalidatePageAnswer },
  errors: [...domainErrors, "invalid_json", "payload_too_large"],
});

const render = operation({
  tag: "Prerender cache",
  summary: "Get a page as crawlers get it",
  description:
    "Append the page's absolute URL to /render/. Published prerender middlewares work with this as their service URL.",
  credentials: ["apiKey", "prerenderToken"],
  answers: { 200: null, 304: null },
  errors: [...domainErrors, "origin_unreachable", "loop_detected"],
});

/** `/api/prerender/cache` (service-api.md 4.2). */
export const cacheRoutes = new Hono<AppEnv>().post(
  "/invalidate-page-cache",
  invalidate,
  caller,
  validate("json", InvalidatePageBody),
  async (c) => {
    return c.json(await invalidatePage(c.env, c.get("caller"), c.req.valid("json")));
  },
);

/** The page address behind `/render/`, as the published prerender middlewares append it. */
function renderTarget(c: Context<AppEnv>): URL {
  const { pathname, search } = new URL(c.req.url);
  const text = pathname.slice(pathname.indexOf("/render/") + "/render/".length) + search;
  // Some proxies fold the two slashes after the scheme into one.
  const url = URL.parse(text.replace(/^(https?):\/+/i, "$1://"));
  if (!url || !/^https?:$/.test(url.protocol))
    throw schemaError([{ path: "url", message: "append the page's absolute http or https URL to /render/" }]);
  return url;
}

/** `/render/<absolute URL>`: the way in for middlewares; every caller gets the snapshot. */
export const renderRoutes = new Hono<AppEnv>().on(["GET", "HEAD"], "/*", render, keyOnly, async (c) => {
  const target = renderTarget(c);
  const row = await authorizeRow(c.get("caller"), target.host, () => siteOfHost(c.env, target.host, Date.now()));
  return serveSnapshot(c.env, siteOf(row), c.req.raw, target.pathname + target.search, (work) =>
    c.executionCtx.waitUntil(work),
  );
});
