import { promptQueueOf, PROVIDERS } from "../lib/ai-providers.ts";

const NAMES = [
  "crawlready-crawl",
  "crawlready-render",
  "crawlready-visits",
  "crawlready-housekeeping",
  "crawlready-purge",
  "crawlready-ownership",
  "crawlready-analysis",
  "crawlready-crawl-dlq",
  "crawlready-render-dlq",
  "crawlready-visits-dlq",
  "crawlready-housekeeping-dlq",
  "crawlready-purge-dlq",
  "crawlready-ownership-dlq",
  "crawlready-analysis-dlq",
  "crawlready-prompts-dlq",
] as const;

/** The names of the queues in wrangler.toml. Each AI provider has one. */
export const QUEUE_NAMES = [...NAMES, ...PROVIDERS.map(promptQueueOf)];
export type QueueName = (typeof QUEUE_NAMES)[number];

const PREFIX = "crawlready";

/**
 * The name by which the code knows a queue. A second service in the same account needs other queue names, with the same endings.
 * Null: the queue is not ours.
 */
export function knownQueue(name: string): QueueName | null {
  return QUEUE_NAMES.find((known) => name.endsWith(known.slice(PREFIX.length))) ?? null;
}

/** The names without a known consumer. */
export function unknownQueues(names: Iterable<string>): string[] {
  return [...names].filter((name) => knownQueue(name) === null);
}
