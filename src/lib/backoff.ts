/**
 * Seconds to wait before attempt `attempt + 1`: full jitter over an exponential ceiling.
 * `retryAfterSeconds` (from the other side) wins when it is longer. `random` is in [0, 1).
 */
export function backoffSeconds(
  attempt: number,
  random: number,
  { baseSeconds = 5, maxSeconds = 3600, retryAfterSeconds = 0 } = {},
): number {
  const ceiling = Math.min(maxSeconds, baseSeconds * 2 ** Math.max(0, attempt - 1));
  return Math.min(86_400, Math.max(Math.ceil(random * ceiling), Math.ceil(retryAfterSeconds)));
}

/** Seconds named by a `Retry-After` header (delta seconds or an HTTP date), at most a day; null when absent or unreadable. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(86_400, Number(text));
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  return Math.min(86_400, Math.max(0, Math.ceil((at - now) / 1000)));
}
