import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../lib/time/time";

/** How an attempt ended. */
export interface Outcome {
  /** The status of the response; null: there was none. */
  status: number | null;
  /** What went wrong, for the owner; null: the endpoint accepted it. */
  error: string | null;
  /** The wait that the response requested. */
  retryAfterMs: number | null;
  /** The start of the response's text. */
  answer: string;
  durationMs: number;
}

/** Waits after the first, second, … failed attempt: eight attempts within about 24 hours. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
] as const;
export const MOST_ATTEMPTS = WAITS_MS.length + 1;
/** Nothing is retried after this time, counted from when the event was handed over. */
export const TRIED_FOR_MS = DAY_MS;
/** No response can postpone its delivery for longer. */
const MOST_RETRY_AFTER_MS = 6 * HOUR_MS;

/**
 * When a failed delivery is tried again, epoch ms; null: never. Each wait varies by a fifth, so that deliveries that
 * failed together are not retried together. `random` is in [0, 1).
 */
export function nextTry(
  failed: { attempts: number; giveUpAt: number },
  retryAfterMs: number | null,
  now: number,
  random: number,
): number | null {
  const wait = WAITS_MS[failed.attempts - 1];
  if (wait === undefined || now >= failed.giveUpAt) return null;
  const varied = wait * (0.8 + 0.4 * random);
  const asked = Math.min(retryAfterMs ?? 0, MOST_RETRY_AFTER_MS);
  return Math.min(failed.giveUpAt, Math.round(now + Math.max(varied, asked)));
}

/** How an endpoint has been doing. */
export interface Health {
  failuresInRow: number;
  /** When the first failure after its last success was; null: the last attempt succeeded. */
  failingSince: number | null;
  /** Nothing is sent before. */
  restUntil: number;
}

export const HEALTHY: Health = { failuresInRow: 0, failingSince: null, restUntil: 0 };

/** After this many failures in a row, only one delivery at a time is attempted, to see whether the endpoint is back. */
const PROBED_AFTER = 5;
const MOST_REST_MS = 5 * MINUTE_MS;
/** An endpoint that requests a pause gets no other delivery either. */
const MOST_PAUSE_MS = HOUR_MS;
const PAUSES = new Set([429, 503]);

/** The endpoint's health after an attempt. */
export function healthAfter(before: Health, { error, status, retryAfterMs }: Outcome, now: number): Health {
  if (error === null) return HEALTHY;
  const failuresInRow = before.failuresInRow + 1;
  const over = failuresInRow - PROBED_AFTER;
  const rest = over < 0 ? 0 : Math.min(MOST_REST_MS, 5 * SECOND_MS * 2 ** Math.min(over, 10));
  const pause = status !== null && PAUSES.has(status) ? Math.min(retryAfterMs ?? 0, MOST_PAUSE_MS) : 0;
  const restUntil = Math.max(before.restUntil, now + Math.max(rest, pause));
  return { failuresInRow, failingSince: before.failingSince ?? now, restUntil };
}

/** Whether only one delivery is attempted, to see whether the endpoint is back. */
export const isProbed = ({ failuresInRow }: Health) => failuresInRow >= PROBED_AFTER;

/** An endpoint that accepted nothing for this long is turned off, if it had this many chances. */
const DISABLED_AFTER_MS = 3 * DAY_MS;
const DISABLED_AFTER_FAILURES = 10;

/** Why an endpoint is turned off; null: it stays on. */
export function disabledBy({ failuresInRow, failingSince }: Health, status: number | null, now: number) {
  if (status === 410) return "gone" as const;
  const isDead = failingSince !== null && now - failingSince >= DISABLED_AFTER_MS;
  return isDead && failuresInRow >= DISABLED_AFTER_FAILURES ? ("failing" as const) : null;
}
