import type { Bindings } from "../env";
import { announceEvents } from "../events";
import { mapBounded } from "../lib/platform/async-pool";
import { log } from "../lib/text/log";
import { analyseRun } from "./analysis/analyse-run";
import { runCrawlJob, CrawlMessage } from "./crawl/run-crawl-job";
import { usedBy } from "../usage/metered-env";
import { readMessage } from "../lib/platform/read-message";

/** Runs crawl jobs. A job that fails never delays another. */
export async function consumeCrawlJobs(batch: MessageBatch, env: Bindings): Promise<void> {
  await mapBounded(batch.messages, 10, async (message) => {
    const body = readMessage(CrawlMessage, batch.queue, message);
    if (!body) return;
    try {
      await work(body, usedBy(env, body.domainId));
    } catch (error) {
      // The domain's watchdog sends a new job when the lease expires. Redelivery would not help, because this job is
      // already claimed.
      log("error", "crawl_job_failed", {
        runId: body.runId,
        error: error instanceof Error ? error.stack : String(error),
      });
    }
    message.ack();
  });
}

/** Runs one job: continues the crawl and, once the crawl is over, analyses and ends the run. */
async function work(message: CrawlMessage, env: Bindings): Promise<void> {
  const crawled = await runCrawlJob(message, env);
  if (crawled === null) return;
  const { stub, token } = crawled.context;
  const ending = await analyseRun(crawled.context, crawled.robots);
  if (!ending) return;
  await stub.finish(token, ending.needsContinuation);
  await announceEvents(env);
}
