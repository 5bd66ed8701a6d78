import type { Bindings } from "../env";
import { mapBounded } from "../lib/async-pool";
import { log } from "../http/log";
import { readMessage } from "../http/read-message";
import { runCrawlJob, CrawlMessage } from "./crawl/crawl-job";

/** Crawl jobs. Each message stands for itself: one that fails holds back no other. */
export async function consumeCrawlJobs(batch: MessageBatch, env: Bindings): Promise<void> {
  await mapBounded(batch.messages, 10, async (message) => {
    const body = readMessage(CrawlMessage, batch.queue, message);
    if (!body) return;
    try {
      await runCrawlJob(body, env);
    } catch (error) {
      // The domain's watchdog sends a new job when the lease runs out; delivering this one again could not help: it is claimed.
      log("error", "crawl_job_failed", {
        runId: body.runId,
        error: error instanceof Error ? error.stack : String(error),
      });
    }
    message.ack();
  });
}
