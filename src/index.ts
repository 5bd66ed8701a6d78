import { RateLimiter } from "./accounts/rate-limiter.do";
import { app } from "./app";
import { DomainAudit } from "./audit/domain-audit.do";
import { CRONS } from "./crons";
import { settingsOf, type Bindings } from "./env";
import { log } from "./http/log";
import { errorResponse } from "./http/errors";
import { serveEdge, siteOfHost } from "./prerender/edge";
import { RenderPool } from "./prerender/render-pool.do";
import { SnapshotIndex } from "./prerender/snapshot-index.do";
import { QUEUES } from "./queues";
import { runJob } from "./run-job";

export { DomainAudit, RateLimiter, RenderPool, SnapshotIndex };

/** Errors outside the API's routes have the API's shape too. */
async function edge(request: Request, env: Bindings, ctx: ExecutionContext): Promise<Response | null> {
  const { host, hostname } = new URL(request.url);
  const { apiHosts, allowPrivateHosts } = settingsOf(env);
  if (apiHosts.has(host)) return null;
  let row = await siteOfHost(env, host, Date.now());
  // A local service has a port of its own, which clients that were told its address name beside the domain.
  if (!row && allowPrivateHosts && host !== hostname) row = await siteOfHost(env, hostname, Date.now());
  return row && serveEdge(env, row, request, (work) => ctx.waitUntil(work));
}

export default {
  async fetch(request, env, ctx): Promise<Response> {
    try {
      return (await edge(request, env, ctx)) ?? (await app.fetch(request, env, ctx));
    } catch (error) {
      return errorResponse(error, crypto.randomUUID(), new URL(request.url).pathname);
    }
  },

  async queue(batch, env): Promise<void> {
    const consume = QUEUES[batch.queue];
    if (!consume) throw new Error(`no consumer for queue ${batch.queue}`);
    await consume(batch as MessageBatch<never>, env);
  },

  async scheduled(controller, env): Promise<void> {
    for (const job of CRONS[controller.cron] ?? []) {
      try {
        await runJob(env, { job, at: controller.scheduledTime, after: null }, 1);
      } catch (error) {
        log("error", "cron_job_failed", { cron: controller.cron, job, error: String(error) });
      }
    }
  },
} satisfies ExportedHandler<Bindings>;
