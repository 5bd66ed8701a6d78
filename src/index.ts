import { RateLimiter } from "./accounts/rate-limiter.do";
import { DomainVisits } from "./analytics/domain-visits.do";
import { DomainAudit } from "./audit/crawl/frontier/domain-audit.do";
import { LinkHost } from "./audit/crawl/link-host.do";
import { settingsOf, type Bindings } from "./env";
import { errorResponse, readable } from "./http/errors";
import type { HostRow } from "./accounts";
import { ApiError } from "./errors/api-error";
import { plainHost } from "./lib/domain";
import { serveEdge, domainOfHost } from "./prerender/edge";
import type { Defer } from "./prerender/origin-answers";
import { RenderPool } from "./prerender/render-pool.do";
import { SnapshotIndex } from "./prerender/snapshot-index.do";

export { DomainAudit, DomainVisits, LinkHost, RateLimiter, RenderPool, SnapshotIndex };

/**
 * The site that the request's host belongs to; null if it is the API.
 * @throws ApiError `not_found` for an unknown host.
 */
async function siteOfRequest(request: Request, env: Bindings, defer: Defer): Promise<HostRow | null> {
  const url = URL.parse(request.url);
  if (!url)
    throw new ApiError("invalid_request", "The Host header and the path of this request don't form a valid URL.");
  const host = plainHost(url.host);
  const { apiHosts, allowPrivateHosts } = settingsOf(env);
  if (apiHosts.has(host)) return null;
  let row = await domainOfHost(env, host, Date.now(), defer);
  // A local service runs on its own port, and clients that were given its address send that port with the domain.
  if (!row && allowPrivateHosts && url.port !== "")
    row = await domainOfHost(env, plainHost(url.hostname), Date.now(), defer);
  if (!row && apiHosts.size > 0)
    throw new ApiError("not_found", `No site is served at ${host.slice(0, 253)}. ${UNKNOWN_HOST}`);
  return row;
}

const UNKNOWN_HOST =
  "A domain is served here after it has been added to an account and verified; API_HOSTS lists the hosts of the API.";

/** Whether the dashboard answers, and not the API. */
function isPage({ method, url }: Request): boolean {
  const path = URL.parse(url)?.pathname ?? "";
  if (path === "/" || path === "/docs" || path === "/bots") return method === "GET" || method === "HEAD";
  return path === "/app" || path.startsWith("/app/") || path.startsWith("/assets/app/");
}

// The API, the dashboard, the consumers and the jobs are evaluated on first use: serving pages needs none of them, and starts sooner.
export default {
  async fetch(request, env, ctx): Promise<Response> {
    const defer: Defer = (work) => ctx.waitUntil(work);
    try {
      const row = await siteOfRequest(request, env, defer);
      if (row) return await serveEdge(env, row, request, defer);
      if (isPage(request)) {
        const { dashboard } = await import("./dashboard/routes");
        return await dashboard.fetch(request, env, ctx);
      }
      const { app } = await import("./app");
      return await app.fetch(request, env, ctx);
    } catch (error) {
      // Errors outside the API's routes have the API's shape too, but for people.
      const path = URL.parse(request.url)?.pathname ?? "";
      return readable(request, errorResponse(error, crypto.randomUUID(), path));
    }
  },

  async queue(batch, env): Promise<void> {
    const { QUEUES } = await import("./queues");
    const consume = QUEUES[batch.queue];
    if (!consume) throw new Error(`no consumer for queue ${batch.queue}`);
    await consume(batch, env);
  },

  async scheduled(controller, env): Promise<void> {
    const { sendJobs } = await import("./run-job");
    await sendJobs(env, controller.cron, controller.scheduledTime);
  },
} satisfies ExportedHandler<Bindings>;
