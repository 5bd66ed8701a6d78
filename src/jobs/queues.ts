import { consumeVisits } from "../analytics/consumer";
import { consumeCrawlJobs } from "../audit/consumer";
import { consumeDeadLetters } from "./dead-letters";
import type { Bindings } from "../env";
import { consumeHousekeeping } from "./housekeeping";
import { promptQueueOf, PROVIDERS, type PromptQueue } from "../lib/ai-providers";
import { consumeAnalysisJobs } from "../mentions/analysis-consumer";
import { consumeRuns } from "../mentions/consumer";
import { consumeRenders, noteLostRenders } from "../prerender/consumer";
import { consumeOwnership } from "./ownership";
import { consumePurges } from "./purge-consumer";
import type { QueueName } from "../lib/queue-names";

type Consumer = (batch: MessageBatch, env: Bindings) => Promise<void>;

async function consumeLostRenders(batch: MessageBatch, env: Bindings): Promise<void> {
  await noteLostRenders(batch, env);
  await consumeDeadLetters(batch, env);
}

const PROMPT_QUEUES = Object.fromEntries(PROVIDERS.map((provider) => [promptQueueOf(provider), consumeRuns])) as Record<
  PromptQueue,
  Consumer
>;

/** Queue name (wrangler.toml) → consumer. */
export const QUEUES: Record<QueueName, Consumer> = {
  "crawlready-crawl": consumeCrawlJobs,
  "crawlready-render": consumeRenders,
  "crawlready-visits": consumeVisits,
  "crawlready-housekeeping": consumeHousekeeping,
  "crawlready-purge": consumePurges,
  "crawlready-ownership": consumeOwnership,
  ...PROMPT_QUEUES,
  "crawlready-analysis": consumeAnalysisJobs,
  "crawlready-crawl-dlq": consumeDeadLetters,
  "crawlready-render-dlq": consumeLostRenders,
  "crawlready-visits-dlq": consumeDeadLetters,
  "crawlready-housekeeping-dlq": consumeDeadLetters,
  "crawlready-purge-dlq": consumeDeadLetters,
  "crawlready-ownership-dlq": consumeDeadLetters,
  "crawlready-analysis-dlq": consumeDeadLetters,
  "crawlready-prompts-dlq": consumeDeadLetters,
};
