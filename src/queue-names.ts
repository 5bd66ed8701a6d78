/** The names of the queues in wrangler.toml. */
export const QUEUE_NAMES = [
  "crawlready-crawl",
  "crawlready-render",
  "crawlready-visits",
  "crawlready-housekeeping",
  "crawlready-ownership",
  "crawlready-prompts-chatgpt",
  "crawlready-prompts-claude",
  "crawlready-prompts-perplexity",
  "crawlready-prompts-gemini",
  "crawlready-analysis",
  "crawlready-crawl-dlq",
  "crawlready-render-dlq",
  "crawlready-visits-dlq",
  "crawlready-housekeeping-dlq",
  "crawlready-ownership-dlq",
  "crawlready-analysis-dlq",
  "crawlready-prompts-dlq",
] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

const PREFIX = "crawlready";

/**
 * The name by which the code knows a queue. Whoever installs a second service in an account has to rename the queues,
 * and may do so as long as their names end the same. Null: it is none of ours.
 */
export function knownQueue(name: string): QueueName | null {
  return QUEUE_NAMES.find((known) => name.endsWith(known.slice(PREFIX.length))) ?? null;
}

/** The names that no consumer is known for. */
export function unknownQueues(names: Iterable<string>): string[] {
  return [...names].filter((name) => knownQueue(name) === null);
}
