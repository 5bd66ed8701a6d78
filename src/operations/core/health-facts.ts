import type { QueueName } from "../../lib/queue-names";

/** What is read to judge the service's health. Times are epoch ms. */
export interface HealthFacts {
  /** Null: D1 did not answer. */
  database: DatabaseFacts | null;
  queues: readonly QueueFacts[];
  pools: readonly PoolFacts[];
  /** What the service may spend per UTC day; `used` is null if it could not be read. */
  ceilings: readonly { name: CeilingName; used: number | null; limit: number }[];
}

export type CeilingName = "browserSeconds" | "aiCalls" | "analysisCalls";

/** A queue as Cloudflare counts it. Null: it did not say. */
export interface QueueFacts {
  queue: QueueName;
  /** Messages that are not acknowledged, those that wait for a retry included. */
  waiting: number | null;
  /** When the oldest of them was sent. Null also if there is none. */
  oldestAt: number | null;
}

export interface PoolFacts {
  pool: string;
  /** Null: its object did not answer. */
  state: {
    hasBrowser: boolean;
    rendering: number;
    waiting: number;
    tabs: number;
    places: number;
    /** Since when no browser has started or answered, epoch ms; null: the latest one rendered. */
    noBrowserSince: number | null;
  } | null;
}

/** What D1 has recorded. */
export interface DatabaseFacts {
  ticks: readonly { cron: string; at: number; queuedAt: number; firstAt: number }[];
  deadLetters: readonly { queue: string; letters: number; oldestAt: number; newestAt: number }[];
  faults: readonly { name: string; at: number; detail: string }[];
  breakers: readonly { provider: string; failures: number; openUntil: number; failingSince: number | null }[];
  /** The latest calls to AI providers, added up by outcome. */
  calls: readonly { provider: string; outcome: string; calls: number; lastAt: number }[];
  /** Calls of the whole service on this UTC day, to ask prompts and to judge answers. */
  aiCalls: number;
  analysisCalls: number;
  work: Readonly<Record<WorkName, WorkFacts>>;
}

/** Work that the service has recorded as due. */
export interface WorkFacts {
  /** How much of it waits. */
  waiting: number;
  /** Since when the oldest waits; null if nothing waits, or if nobody records it. */
  oldestAt: number | null;
  /** How much of it is past its deadline. */
  stuck: number;
}

export const WORK_NAMES = [
  "audits",
  "promptRuns",
  "analyses",
  "reports",
  "events",
  "domainDeletions",
  "domainReleases",
  "accountDeletions",
] as const;
export type WorkName = (typeof WORK_NAMES)[number];

/** Work that is past its deadline. */
export interface StuckFacts {
  kind: WorkName;
  id: string;
  domainId: string | null;
  since: number;
}
