import { jsonBytes } from "../../lib/text/json";

/** The most UTF-8 bytes of an entry's detail as JSON. A part of 500 entries stays below 1 MB. */
export const MOST_DETAIL_BYTES = 1_024;
/** The most characters of an entry's target: domain names and ids are shorter. */
const MOST_TARGET = 300;

/**
 * A detail that fits. What does not fit is left out, longest values first, and `omitted` names it. Names of fields must be
 * our own.
 */
export function boundedDetail(detail: Record<string, unknown>): Record<string, unknown> {
  if (jsonBytes(detail) <= MOST_DETAIL_BYTES) return detail;
  const names = Object.keys(detail);
  let left = MOST_DETAIL_BYTES - jsonBytes({ omitted: names });
  const fitting = Object.entries(detail)
    .map(([name, value]) => ({ name, value, bytes: jsonBytes(value) }))
    .toSorted((a, b) => a.bytes - b.bytes)
    .filter(({ bytes }) => (left -= bytes + 1) >= 0);
  const kept = Object.fromEntries(fitting.map(({ name, value }) => [name, value]));
  return { ...kept, omitted: names.filter((name) => !Object.hasOwn(kept, name)) };
}

/** A target that fits. */
export function boundedTarget(target: string | null): string | null {
  return target && target.slice(0, MOST_TARGET);
}
