/** Longest header value that a snapshot keeps, in characters. */
export const MAX_HEADER = 4_096;

/** Whether a value is valid in a header (RFC 9110 §5.5): no control characters except tab, nothing beyond Latin-1. */
export function isHeaderValue(value: string): boolean {
  return value.length <= MAX_HEADER && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** Statuses of responses without a body (RFC 9110 §6.4.1). */
export const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);
