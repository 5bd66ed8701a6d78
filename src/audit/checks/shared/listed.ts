import type { Faults } from "../../../web/html";
import type { Finding } from "../../model/issue";

const MAX_SAMPLES = 10;

/**
 * "12 links without text", with examples: the first ten of a list of hits, or the samples of elements that were counted while
 * the page was read. Null: there is none.
 */
export function listed(hits: readonly string[] | Faults, what: string, expected: string): Finding | null {
  const { count, samples } = "count" in hits ? hits : { count: hits.length, samples: hits.slice(0, MAX_SAMPLES) };
  return count > 0 ? { found: `${count} ${what}`, expected, count, samples } : null;
}
