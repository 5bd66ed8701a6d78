/**
 * Seconds to wait before attempt `attempt + 1`: full jitter below an exponential ceiling. A longer `retryAfterSeconds`
 * from the server wins. `random` is in [0, 1).
 */
export function backoffSeconds(
  attempt: number,
  random: number,
  { baseSeconds = 5, maxSeconds = 3600, retryAfterSeconds = 0 } = {},
): number {
  const ceiling = Math.min(maxSeconds, baseSeconds * 2 ** Math.max(0, attempt - 1));
  return Math.min(86_400, Math.max(Math.ceil(random * ceiling), Math.ceil(retryAfterSeconds)));
}

/** The wait in ms that a `Retry-After` header requests, as seconds or an HTTP date; null if absent or unreadable. */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  const text = header?.trim();
  if (!text) return null;
  const seconds = Number(text);
  const wait = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

/** The same in whole seconds, at most a day. */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  const wait = retryAfterMs(header, now);
  return wait === null ? null : Math.min(86_400, Math.ceil(wait / 1000));
}
