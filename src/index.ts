import { waitUntil } from "cloudflare:workers";
import { RateLimiter as RateLimiterObject } from "./accounts/throttle/rate-limiter.do";
import { DomainVisits as DomainVisitsObject } from "./analytics/domain-visits.do";
import { DomainAudit as DomainAuditObject } from "./audit/crawl/frontier/domain-audit.do";
import { LinkHost as LinkHostObject } from "./audit/crawl/fetch/link-host.do";
import { DeployLedger as DeployLedgerObject } from "./automation/deploy-hook/deploy-ledger.do";
import { WebhookEndpoint as WebhookEndpointObject } from "./automation/webhooks/webhook-endpoint.do";
import { recoverable } from "./db/recoverable";
import { probed } from "./doctor/probed-object";
import { takeProbes } from "./doctor/take-probes";
import { settingsOf, type Bindings } from "./env";
import { errorResponse, readable } from "./http/errors";
import type { HostRow } from "./accounts";
import { ApiError } from "./errors/api-error";
import { plainHost } from "./lib/hosts/domain";
import { serveEdge, serveRepeated } from "./prerender/serve/edge";
import { domainOfHost } from "./prerender/serve/host-lookup";
import type { Defer } from "./prerender/serve/page-request";
import { knownQueue } from "./lib/queue-names";
import { countDeliveries } from "./usage/metered-bindings";
import { countRequest, expectRequest, meteredEnv, meterOf, usedBy, writing } from "./usage/metered-env";
import { metered } from "./usage/metered-object";
import { DomainAnswers as DomainAnswersObject } from "./mentions/answers/domain-answers.do";
import { RenderPool as RenderPoolObject } from "./prerender/render/render-pool.do";
import { SnapshotIndex as SnapshotIndexObject } from "./prerender/cache/snapshot-index.do";

writing.waitUntil = waitUntil;

// Each class counts what its objects use, and has an object for the doctor. The operator can set those of a domain back to an earlier time.
class DeployLedger extends probed(recoverable(metered(DeployLedgerObject))) {}
class DomainAnswers extends probed(recoverable(metered(DomainAnswersObject))) {}
class DomainAudit extends probed(recoverable(metered(DomainAuditObject))) {}
class DomainVisits extends probed(recoverable(metered(DomainVisitsObject))) {}
class LinkHost extends probed(metered(LinkHostObject)) {}
class RateLimiter extends probed(metered(RateLimiterObject)) {}
class RenderPool extends probed(metered(RenderPoolObject)) {}
class SnapshotIndex extends probed(recoverable(metered(SnapshotIndexObject))) {}
class WebhookEndpoint extends probed(metered(WebhookEndpointObject)) {}

export {
  DeployLedger,
  DomainAnswers,
  DomainAudit,
  DomainVisits,
  LinkHost,
  RateLimiter,
  RenderPool,
  SnapshotIndex,
  WebhookEndpoint,
};

/**
 * The site that the request's host belongs to; null if it is the API.
 * @throws ApiError `not_found` for an unknown host.
 */
async function siteOfRequest(url: URL, env: Bindings, defer: Defer): Promise<HostRow | null> {
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

/** A Hono application. */
interface Part {
  fetch: (request: Request, env: Bindings, ctx: ExecutionContext) => Response | Promise<Response>;
}

/** Paths of the dashboard. */
const PAGES = /^\/(?:app(?:\/|$)|assets\/app\/|(?:verify-email|reset-password|look|unsubscribe)$)/;

/** Pages and files, which have only reads; the API handles other methods. */
const PUBLIC = /^\/(?:bots?|docs(?:\/.*)?|robots\.txt|favicon\.ico)?$/;

/** Paths of programs. Anything else that a browser asks for and that does not exist is a page that says so. */
const API = /^\/(?:api|render|mcp|oauth|\.well-known|healthz|openapi\.json|referrals(?:\.js)?)(?:\/|$)/;

const wantsPage = ({ method, headers }: Request) =>
  (method === "GET" || method === "HEAD") && /\btext\/html\b/i.test((headers.get("accept") ?? "").slice(0, 1_000));

/**
 * What answers on the hosts of the API. Each part is evaluated on first use: serving cached pages needs none of them, and
 * starts sooner.
 */
async function partFor(request: Request, path: string): Promise<Part> {
  const { method } = request;
  const isPublic = PUBLIC.test(path) && (method === "GET" || method === "HEAD");
  if (PAGES.test(path) || isPublic || (!API.test(path) && wantsPage(request)))
    return (await import("./dashboard/routes")).dashboard;
  if (path === "/mcp") return (await import("./mcp/routes")).mcpRoutes;
  return (await import("./api/app")).app;
}

export default {
  async fetch(request, bindings, ctx): Promise<Response> {
    const defer: Defer = (work) => ctx.waitUntil(work);
    const repeated = await serveRepeated(bindings, request, defer);
    if (repeated) return repeated;
    // Whose request it is is known later.
    let env: Bindings = meteredEnv(bindings, "");
    expectRequest(request);
    const url = URL.parse(request.url);
    try {
      if (!url)
        throw new ApiError("invalid_request", "The Host header and the path of this request don't form a valid URL.");
      const row = await siteOfRequest(url, env, defer);
      if (row) {
        env = usedBy(env, row.id);
        return await serveEdge(env, row, { request, url, defer });
      }
      const part = await partFor(request, url.pathname);
      return await part.fetch(request, env, ctx);
    } catch (error) {
      // Errors outside the API's routes have the API's shape too, but for people.
      return readable(request, errorResponse(error, crypto.randomUUID(), url?.pathname ?? ""));
    } finally {
      countRequest(env, request);
    }
  },

  async queue(batch, bindings): Promise<void> {
    const env = meteredEnv(bindings, "");
    const [{ QUEUES }, { noteFailures }] = await Promise.all([import("./jobs/queues"), import("./jobs/note-failures")]);
    const name = knownQueue(batch.queue);
    if (name === null) throw new Error(`no consumer for queue ${batch.queue}`);
    countDeliveries(batch, meterOf(env));
    const work = await takeProbes(batch, name, env);
    if (work.messages.length > 0) await noteFailures(name, work, env, () => QUEUES[name](work, env));
  },

  async scheduled(controller, bindings): Promise<void> {
    const { sendJobs } = await import("./jobs/run-job");
    await sendJobs(meteredEnv(bindings, ""), controller.cron, controller.scheduledTime);
  },
} satisfies ExportedHandler<Bindings>;
