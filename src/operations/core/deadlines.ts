import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time/time";
import type { QueueName } from "../../lib/queue-names";

// How late the service may be before the operator is told. Each allows what the service does about it by itself, and some
// time more.

/** How often each cron of wrangler.toml ticks, in ms. */
export const CRON_PERIODS: Readonly<Record<string, number>> = {
  "*/15 * * * *": 15 * MINUTE_MS,
  "10 0 * * *": DAY_MS,
};

/** A tick may come this much later than its period says. */
const TICK_SLACK_MS = 15 * MINUTE_MS;
/** A cron without ticks for so many periods does not work. */
export const FAILING_PERIODS = 3;

/** By how much the next tick of a cron with this period is overdue, in ms. Null: it is not late. */
export function tickLateMs(periodMs: number, lastTickAt: number, now: number): number | null {
  const lateMs = now - lastTickAt - periodMs;
  return lateMs > TICK_SLACK_MS ? lateMs : null;
}

/** Work past these is stuck. */
export const STUCK_AFTER_MS = {
  /** An audit ends itself after six hours. */
  audit: 6 * HOUR_MS + 30 * MINUTE_MS,
  /** A tick starts, resends or ends an audit that never began. */
  queuedAudit: 45 * MINUTE_MS,
  /** The sweep ends a prompt run that is past its deadline, and resends one whose lease has expired. */
  promptRun: 45 * MINUTE_MS,
  /** An answer is analysed as soon as it is there; a report takes four attempts. */
  analysis: HOUR_MS,
  /** Events are handed over within seconds, and with every tick. */
  event: 30 * MINUTE_MS,
  /** The last purge of a removed domain begins an hour after the removal. */
  domainDeletion: 4 * HOUR_MS,
  domainRelease: 2 * HOUR_MS,
  /** An account's row goes once its domains are purged. */
  accountDeletion: DAY_MS,
} as const;

/** Since when a message waits that makes a queue degraded, and failing. */
interface Patience {
  degradedMs: number;
  failingMs: number;
}

const PATIENCE: Patience = { degradedMs: 15 * MINUTE_MS, failingMs: 2 * HOUR_MS };
/** Messages of these wait for hours by design: for a browser, and for a paused provider. */
const LONG_PATIENCE: Patience = { degradedMs: HOUR_MS, failingMs: 6 * HOUR_MS };

export const patienceOf = (queue: QueueName): Patience =>
  queue === "crawlready-render" || queue.startsWith("crawlready-prompts-") ? LONG_PATIENCE : PATIENCE;

/** How long a fault that was recorded counts. Archives are tried again each day. */
export const FAULT_COUNTS_MS = DAY_MS + 2 * HOUR_MS;
/** Calls to AI providers that say how they do now. */
export const CALL_COUNTS_MS = DAY_MS;

/** Shares of a daily ceiling, and of a pool's places for waiting renders, that the operator is told of. */
export const NEAR_CEILING = 0.8;
export const CROWDED_POOL = 0.5;
