import { Hono, type Context } from "hono";
import type * as z from "zod";
import { requireCaller, type CallerEnv, authorizeRow, limitCaller } from "../accounts";
import { ApiError, schemaError } from "../errors/api-error";
import type { ErrorCode } from "../errors/table";
import { log } from "../lib/log";
import { operation } from "../http/operation";
import { validate } from "../http/validate";
import { plainHost } from "../lib/domain";
import { domainOfOwner } from "./edge";
import { countPageRenders, listCached, listPageRenders, readCached } from "./list-cached";
import { invalidatePaths, invalidateSite, invalidateUnder, invalidateUpdated } from "./invalidate-paths";
import {
  EntriesAnswer,
  EntriesQuery,
  InvalidateBySitemapAnswer,
  InvalidateBySitemapBody,
  InvalidatePageBody,
  InvalidatePathsAnswer,
  InvalidatePathsBody,
  InvalidatePatternAnswer,
  InvalidatePatternBody,
  RenderCountsAnswer,
  RenderCountsQuery,
  RendersAnswer,
  RendersQuery,
  SnapshotAnswer,
  SnapshotQuery,
  TryRulesAnswer,
  TryRulesBody,
} from "./schemas";
import { serveSnapshot } from "./serve-snapshot";
import { siteOf } from "./site";
import { tryRules } from "./try-rules";

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: false });
const keyOnly = requireCaller({
  kinds: ["key"],
  keysNeedPlan: false,
  alsoKeyHeader: "x-prerender-token",
  counted: "by_cost",
  suspendedToo: true,
});

const domainErrors = [
  "invalid_request",
  "api_key_domain_scope_mismatch",
  "domain_not_owned",
  "domain_access_forbidden",
] as const;

const cacheOperation = (summary: string, description: string, answer: z.ZodType, errors: readonly ErrorCode[]) =>
  operation({
    tag: "Prerender cache",
    summary,
    description,
    credentials: ["apiKey", "session"],
    answers: { 200: answer },
    errors: [...domainErrors, ...errors],
  });

const body = ["invalid_json", "payload_too_large"] as const;
const PROMISE = "Once this call returns, no request gets an earlier snapshot.";
const operations = {
  page: cacheOperation(
    "Remove one page from the cache",
    `${PROMISE} With prewarm, the page is rendered again before the response.`,
    InvalidatePathsAnswer,
    body,
  ),
  paths: cacheOperation(
    "Remove pages from the cache",
    `${PROMISE} At most 1,000 paths. With prewarm, at most 25, which are rendered again before the response.`,
    InvalidatePathsAnswer,
    [...body, "too_many_paths"],
  ),
  pattern: cacheOperation(
    "Remove all pages under a path from the cache",
    `${PROMISE} The pattern is the beginning of the paths, ending in \`*\`.`,
    InvalidatePatternAnswer,
    body,
  ),
  site: cacheOperation(
    "Remove all pages of a domain from the cache",
    `${PROMISE} With prewarm, the sitemap's pages are rendered in the background; without a sitemap, the pages that were cached.`,
    InvalidateBySitemapAnswer,
    [...body, "sitemap_unreachable"],
  ),
  updated: cacheOperation(
    "Remove pages that have changed according to the sitemap",
    "Removes a page if its lastmod is later than its snapshot, if it was never cached, or if it has no lastmod. A lastmod without a time counts as the end of that day.",
    InvalidateBySitemapAnswer,
    [...body, "no_sitemap", "sitemap_unreachable"],
  ),
  tryRules: cacheOperation(
    "Try render rules on a page",
    "Says which rule applies to a path. With `render`, renders the page by that rule and returns the result. Nothing is stored or changed.",
    TryRulesAnswer,
    [...body, "sessions_unavailable"],
  ),
  entries: cacheOperation("List a domain's cached pages", "Sorted by path.", EntriesAnswer, []),
  snapshot: cacheOperation(
    "Read a page's snapshot",
    "The stored HTML as crawlers get it. Reading it counts no visit and renders nothing.",
    SnapshotAnswer,
    ["snapshot_not_found"],
  ),
  renderCounts: cacheOperation(
    "Count renders",
    "How the renders since a time ended, from the render log. After queueing pages for prewarming, this shows how many are done.",
    RenderCountsAnswer,
    [],
  ),
  renders: cacheOperation(
    "Read the render log",
    "Newest first: how each render ended and why. Kept for 30 days, at most 20 per page.",
    RendersAnswer,
    [],
  ),
};

const render = operation({
  tag: "Prerender cache",
  summary: "Get a page as served to crawlers",
  description:
    "Append the page's absolute URL to /render/. Published prerender middlewares can use this as their service URL.",
  pathParameters: { url: "The page's absolute http or https URL, unencoded." },
  credentials: ["apiKey", "prerenderToken"],
  answers: { 200: null, 301: null, 302: null, 304: null, 404: null, 410: null },
  texts: ["text/html", "text/markdown"],
  fromOrigin: true,
  headers: {
    "x-crawlready-cache": "hit, miss (rendered now), stale (a new render has begun) or bypass (the origin's answer)",
    age: "Seconds since the page was rendered",
    etag: "Names this version of the page, for If-None-Match",
    "last-modified": "When the page was rendered",
    location: "Where the page has moved to",
  },
  errors: [...domainErrors, "origin_unreachable", "temporarily_unavailable", "loop_detected"],
});

/** `/api/prerender` (service-api.md 4.2). */
export const prerenderRoutes = new Hono<CallerEnv>()
  .post("/cache/invalidate-page-cache", operations.page, caller, validate("json", InvalidatePageBody), async (c) => {
    const { path, ...rest } = c.req.valid("json");
    return c.json(await invalidatePaths(c.env, c.get("caller"), { ...rest, paths: [path] }));
  })
  .post("/cache/invalidate-paths-cache", operations.paths, caller, validate("json", InvalidatePathsBody), async (c) =>
    c.json(await invalidatePaths(c.env, c.get("caller"), c.req.valid("json"))),
  )
  .post("/cache/invalidate-pattern", operations.pattern, caller, validate("json", InvalidatePatternBody), async (c) =>
    c.json(await invalidateUnder(c.env, c.get("caller"), c.req.valid("json"))),
  )
  .post("/cache/invalidate-site-cache", operations.site, caller, validate("json", InvalidateBySitemapBody), async (c) =>
    c.json(await invalidateSite(c.env, c.get("caller"), c.req.valid("json"))),
  )
  .post(
    "/cache/invalidate-updated-paths",
    operations.updated,
    caller,
    validate("json", InvalidateBySitemapBody),
    async (c) => c.json(await invalidateUpdated(c.env, c.get("caller"), c.req.valid("json"))),
  )
  .post("/rules/try", operations.tryRules, caller, validate("json", TryRulesBody), async (c) =>
    c.json(await tryRules(c.env, c.get("caller"), c.req.valid("json"))),
  )
  .get("/cache/entries", operations.entries, caller, validate("query", EntriesQuery), async (c) =>
    c.json(await listCached(c.env, c.get("caller"), c.req.valid("query"))),
  )
  .get("/cache/snapshot", operations.snapshot, caller, validate("query", SnapshotQuery), async (c) =>
    c.json(await readCached(c.env, c.get("caller"), c.req.valid("query"))),
  )
  .get("/renders/counts", operations.renderCounts, caller, validate("query", RenderCountsQuery), async (c) =>
    c.json(await countPageRenders(c.env, c.get("caller"), c.req.valid("query"))),
  )
  .get("/renders", operations.renders, caller, validate("query", RendersQuery), async (c) =>
    c.json(await listPageRenders(c.env, c.get("caller"), c.req.valid("query"))),
  );

/** The page URL after `/render/`, in the forms that the published prerender middlewares use. */
function renderTarget(c: Context<CallerEnv>): URL {
  const { pathname, search } = new URL(c.req.url);
  const text = pathname.slice(pathname.indexOf("/render/") + "/render/".length);
  // Some middlewares escape the whole URL (laravel-prerender), and some proxies merge the two slashes after the scheme.
  const address = (/^https?%3a/i.test(text) ? unescaped(text) : text) + search;
  const url = URL.parse(address.replace(/^(https?):\/+/i, "$1://"));
  if (!url || !/^https?:$/.test(url.protocol))
    throw schemaError([{ path: "url", message: "append the page's absolute http or https URL to /render/" }]);
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
  const pathAndQuery = target.pathname + target.search;
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
