import { promptQueueBindingOf, promptQueueOf, PROVIDERS } from "./ai-providers.ts";

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
export const QUEUE_NAMES = [...NAMES, ...new Set(PROVIDERS.map(promptQueueOf))];
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Whether a queue takes what ran out of retries. */
export const isDeadLetterQueue = (queue: string): boolean => queue.endsWith("-dlq");
export const DEAD_LETTER_QUEUES = NAMES.filter(isDeadLetterQueue);

/** Retries after which a queue's message becomes a dead letter, as in wrangler.toml. Dead letters have no such end. */
const MAX_RETRIES: Readonly<Record<string, number>> = {
  "crawlready-crawl": 2,
  "crawlready-render": 50,
  "crawlready-visits": 20,
  "crawlready-housekeeping": 5,
  "crawlready-purge": 5,
  "crawlready-ownership": 5,
  "crawlready-analysis": 3,
  ...Object.fromEntries(PROVIDERS.map((provider) => [promptQueueOf(provider), 50])),
};

/** Whether a message that was delivered this often becomes a dead letter if it fails once more. */
export const isLastAttempt = (queue: QueueName, attempts: number): boolean =>
  attempts > (MAX_RETRIES[queue] ?? Infinity);

/** The queue whose messages end in this dead letter queue; the queues of all AI providers share one. */
export const deadLetterQueueOf = (queue: QueueName): QueueName =>
  queue.startsWith("crawlready-prompts-") ? "crawlready-prompts-dlq" : (`${queue}-dlq` as QueueName);

/** The queues that do work, with the bindings that send to them. Nobody sends to dead letter queues. */
export const QUEUE_BINDINGS: Readonly<Record<string, string>> = {
  "crawlready-crawl": "CRAWL_QUEUE",
  "crawlready-render": "RENDER_QUEUE",
  "crawlready-visits": "VISIT_QUEUE",
  "crawlready-housekeeping": "HOUSEKEEPING_QUEUE",
  "crawlready-purge": "PURGE_QUEUE",
  "crawlready-ownership": "OWNERSHIP_QUEUE",
  "crawlready-analysis": "ANALYSIS_QUEUE",
  ...Object.fromEntries(PROVIDERS.map((provider) => [promptQueueOf(provider), promptQueueBindingOf(provider)])),
};

/** The bindings of the queues whose messages end in this dead letter queue. */
export const sourcesOf = (deadLetterQueue: string): string[] =>
  Object.entries(QUEUE_BINDINGS)
    .filter(([queue]) => deadLetterQueueOf(queue as QueueName) === deadLetterQueue)
    .map(([, binding]) => binding);

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
