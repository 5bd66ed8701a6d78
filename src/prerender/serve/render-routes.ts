import { Hono, type Context } from "hono";
import { requireCaller, type CallerEnv, authorizeRow, limitCaller } from "../../accounts";
import { ApiError, schemaError } from "../../errors/api-error";
import type { ErrorCode } from "../../errors/table";
import { log } from "../../lib/text/log";
import { operation } from "../../http/operation";
import { plainHost } from "../../lib/hosts/domain";
import { hasCredentials } from "../../lib/hosts/url";
import { domainOfOwner } from "./host-lookup";
import { serveSnapshot } from "./serve-snapshot";
import { withoutKeys } from "./service-credentials";
import { siteOf } from "../cache/site";

/** Errors of every operation on one domain's cached pages. */
export const CACHE_ERRORS = [
  "invalid_request",
  "api_key_domain_scope_mismatch",
  "domain_not_owned",
  "domain_access_forbidden",
] as const satisfies readonly ErrorCode[];

const keyOnly = requireCaller({
  kinds: ["key"],
  keysNeedPlan: false,
  alsoKeyHeader: "x-prerender-token",
  counted: "by_cost",
  suspendedToo: true,
});

const render = operation({
  tag: "Prerender cache",
  summary: "Get a page as served to crawlers",
  description:
    "Append the page's absolute URL to /render/. Published prerender middlewares can use this as their service URL.",
  pathParameters: { url: "The page's absolute http or https URL, unencoded." },
  credentials: ["apiKey", "prerenderToken"],
  responses: { 200: null, 301: null, 302: null, 304: null, 404: null, 410: null },
  texts: ["text/html", "text/markdown"],
  fromOrigin: true,
  headers: {
    "x-crawlready-cache": "hit, miss (rendered now), stale (a new render has begun) or bypass (the origin's response)",
    age: "Seconds since the page was rendered",
    etag: "Names this version of the page, for If-None-Match",
    "last-modified": "When the page was rendered",
    location: "Where the page has moved to",
  },
  errors: [...CACHE_ERRORS, "origin_unreachable", "temporarily_unavailable", "loop_detected"],
});

/** The page URL after `/render/`, in the forms that the published prerender middlewares use. */
function renderTarget(c: Context<CallerEnv>): URL {
  const { pathname, search } = new URL(c.req.url);
  const text = pathname.slice(pathname.indexOf("/render/") + "/render/".length);
  // Some middlewares escape the whole URL (laravel-prerender), and some proxies merge the two slashes after the scheme.
  const address = (/^https?%3a/i.test(text) ? unescaped(text) : text) + search;
  const url = URL.parse(address.replace(/^(https?):\/+/i, "$1://"));
  if (!url || !/^https?:$/.test(url.protocol))
    throw schemaError([{ path: "url", message: "append the page's absolute http or https URL to /render/" }]);
  if (hasCredentials(url)) throw schemaError([{ path: "url", message: "must not contain credentials" }]);
  return url;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Rethrows refusals only: a broken counter must not block requests. */
function refusalOnly(error: unknown): void {
  if (error instanceof ApiError) throw error;
  log("error", "requests_not_counted", { error: String(error) });
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

/** `/render/<absolute URL>`: the entry point for middlewares. Every caller gets the snapshot. */
export const renderRoutes = new Hono<CallerEnv>().get("/:url{.+}", render, keyOnly, async (c) => {
  const target = renderTarget(c);
  const defer = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const host = plainHost(target.host);
  const { accountId } = c.get("caller");
  const find = () => domainOfOwner(c.env, host, accountId, Date.now(), defer);
  const row = await authorizeRow(c.get("caller"), host, find);
  const pathAndQuery = withoutKeys(target.pathname + target.search);
  const spend = once(() => limitCaller(c.env, c.get("caller")).catch(refusalOnly));
  return serveSnapshot(c.env, { request: c.req.raw, site: siteOf(row), pathAndQuery, by: "service", defer, spend });
});
renderRoutes.all("/:url{.+}", (c) => {
  throw new ApiError(
    "method_not_allowed",
    `${c.req.method} is not supported here; use GET or HEAD.`,
    {},
    { allow: "GET, HEAD" },
  );
});
