import { consumeVisits } from "./analytics/consumer";
import { consumeCrawlJobs } from "./audit/consumer";
import { consumeDeadLetters } from "./dead-letters";
import type { Bindings } from "./env";
import { consumeAnalysisJobs } from "./mentions/analysis-consumer";
import { consumeRuns } from "./mentions/consumer";
import { consumeOwnership } from "./ownership";
import { consumeRenders } from "./prerender/consumer";
import { consumePurges } from "./purge-domain";

type Consumer = (batch: MessageBatch<never>, env: Bindings) => Promise<void>;

/** Queue name (wrangler.toml) → consumer. */
export const QUEUES: Record<string, Consumer> = {
  "crawlready-crawl": consumeCrawlJobs,
  "crawlready-render": consumeRenders,
  "crawlready-visits": consumeVisits,
  "crawlready-housekeeping": consumePurges,
  "crawlready-ownership": consumeOwnership,
  "crawlready-prompts-chatgpt": consumeRuns,
  "crawlready-prompts-claude": consumeRuns,
  "crawlready-prompts-perplexity": consumeRuns,
  "crawlready-prompts-gemini": consumeRuns,
  "crawlready-analysis": consumeAnalysisJobs,
  "crawlready-crawl-dlq": consumeDeadLetters,
  "crawlready-render-dlq": consumeDeadLetters,
  "crawlready-visits-dlq": consumeDeadLetters,
  "crawlready-housekeeping-dlq": consumeDeadLetters,
  "crawlready-ownership-dlq": consumeDeadLetters,
  "crawlready-analysis-dlq": consumeDeadLetters,
  "crawlready-prompts-dlq": consumeDeadLetters,
};
