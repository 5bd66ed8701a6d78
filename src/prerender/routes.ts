import { Hono } from "hono";
import type * as z from "zod";
import { requireCaller, type CallerEnv } from "../accounts";
import type { ErrorCode } from "../errors/table";
import { operation } from "../http/operation";
import { validate } from "../http/validate";
import { countPageRenders, listCached, listPageRenders, readCached } from "./pages/list-cached";
import { invalidatePaths, invalidateSite, invalidateUnder, invalidateUpdated } from "./invalidate/invalidate-paths";
import { CACHE_ERRORS } from "./serve/render-routes";
import {
  EntriesResponse,
  EntriesQuery,
  InvalidateBySitemapResponse,
  InvalidateBySitemapBody,
  InvalidatePageBody,
  InvalidatePathsResponse,
  InvalidatePathsBody,
  InvalidatePatternResponse,
  InvalidatePatternBody,
  RenderCountsResponse,
  RenderCountsQuery,
  RendersResponse,
  RendersQuery,
  SnapshotResponse,
  SnapshotQuery,
  TryRulesResponse,
  TryRulesBody,
  TestConnectionBody,
  TestConnectionResponse,
} from "./schemas";
import { testConnection } from "./look/test-connection";
import { tryRules } from "./render/try-rules";

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: false });
const cacheOperation = (summary: string, description: string, answer: z.ZodType, errors: readonly ErrorCode[]) =>
  operation({
    tag: "Prerender cache",
    summary,
    description,
    credentials: ["apiKey", "session"],
    responses: { 200: answer },
    errors: [...CACHE_ERRORS, ...errors],
  });

const body = ["invalid_json", "payload_too_large"] as const;
const PROMISE = "Once this call returns, no request gets an earlier snapshot.";
const operations = {
  page: cacheOperation(
    "Remove one page from the cache",
    `${PROMISE} With prewarm, the page is rendered again before the response.`,
    InvalidatePathsResponse,
    body,
  ),
  paths: cacheOperation(
    "Remove pages from the cache",
    `${PROMISE} At most 1,000 paths. With prewarm, at most 25, which are rendered again before the response.`,
    InvalidatePathsResponse,
    [...body, "too_many_paths"],
  ),
  pattern: cacheOperation(
    "Remove all pages under a path from the cache",
    `${PROMISE} The pattern is the beginning of the paths, ending in \`*\`.`,
    InvalidatePatternResponse,
    body,
  ),
  site: cacheOperation(
    "Remove all pages of a domain from the cache",
    `${PROMISE} With prewarm, the sitemap's pages are rendered in the background; without a sitemap, the pages that were cached.`,
    InvalidateBySitemapResponse,
    [...body, "sitemap_unreachable"],
  ),
  updated: cacheOperation(
    "Remove pages that have changed according to the sitemap",
    "Removes a page if its lastmod is later than its snapshot, if it was never cached, or if it has no lastmod. A lastmod without a time counts as the end of that day.",
    InvalidateBySitemapResponse,
    [...body, "no_sitemap", "sitemap_unreachable"],
  ),
  tryRules: cacheOperation(
    "Try render rules on a page",
    "Shows which rule applies to a path. With `render`, renders the page by that rule and returns the result. Nothing is stored or changed.",
    TryRulesResponse,
    [...body, "sessions_unavailable"],
  ),
  testConnection: cacheOperation(
    "Test whether the site hands crawlers over",
    "Requests a page of the site as Googlebot, and as a renderer, which always gets the site's own page. Neither counts as a visit. A page that is not cached yet is rendered.",
    TestConnectionResponse,
    body,
  ),
  entries: cacheOperation("List a domain's cached pages", "Sorted by path.", EntriesResponse, []),
  snapshot: cacheOperation(
    "Read a page's snapshot",
    "The stored HTML as crawlers get it. Reading it counts no visit and renders nothing.",
    SnapshotResponse,
    ["snapshot_not_found"],
  ),
  renderCounts: cacheOperation(
    "Count renders",
    "How the renders since a time ended, from the render log. After queueing pages for prewarming, this shows how many are done.",
    RenderCountsResponse,
    [],
  ),
  renders: cacheOperation(
    "Read the render log",
    "Newest first: how each render ended and why. Kept for 30 days, at most 20 per page. `paused` lists the pages that are not rendered for now.",
    RendersResponse,
    [],
  ),
};

/** `/api/prerender` (docs/serving.md). */
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
  .post("/connection/test", operations.testConnection, caller, validate("json", TestConnectionBody), async (c) =>
    c.json(await testConnection(c.env, c.get("caller"), c.req.valid("json"))),
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
