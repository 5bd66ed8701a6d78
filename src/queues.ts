import { consumeVisits } from "./analytics/consumer";
import { consumeCrawlJobs } from "./audit/consumer";
import { consumeDeadLetters } from "./dead-letters";
import type { Bindings } from "./env";
import { consumeHousekeeping } from "./housekeeping";
import { consumeAnalysisJobs } from "./mentions/analysis-consumer";
import { consumeRuns } from "./mentions/consumer";
import { consumeRenders, noteLostRenders } from "./prerender/consumer";
import { consumeOwnership } from "./ownership";
import type { QueueName } from "./queue-names";

type Consumer = (batch: MessageBatch, env: Bindings) => Promise<void>;

async function consumeLostRenders(batch: MessageBatch, env: Bindings): Promise<void> {
  await noteLostRenders(batch, env);
  await consumeDeadLetters(batch, env);
}

/** Queue name (wrangler.toml) → consumer. */
export const QUEUES: Record<QueueName, Consumer> = {
  "crawlready-crawl": consumeCrawlJobs,
  "crawlready-render": consumeRenders,
  "crawlready-visits": consumeVisits,
  "crawlready-housekeeping": consumeHousekeeping,
  "crawlready-ownership": consumeOwnership,
  "crawlready-prompts-chatgpt": consumeRuns,
  "crawlready-prompts-claude": consumeRuns,
  "crawlready-prompts-perplexity": consumeRuns,
  "crawlready-prompts-gemini": consumeRuns,
  "crawlready-analysis": consumeAnalysisJobs,
  "crawlready-crawl-dlq": consumeDeadLetters,
  "crawlready-render-dlq": consumeLostRenders,
  "crawlready-visits-dlq": consumeDeadLetters,
  "crawlready-housekeeping-dlq": consumeDeadLetters,
  "crawlready-ownership-dlq": consumeDeadLetters,
  "crawlready-analysis-dlq": consumeDeadLetters,
  "crawlready-prompts-dlq": consumeDeadLetters,
};
