import type { Faults } from "../../../web/html";
import type { Finding } from "../../model/issue";

const MAX_SAMPLES = 10;

/**
 * "12 links without text", with examples: the first ten of a list of hits, or the samples of elements that were counted while
 * the page was read. Null: there is none.
 */
export function listed(hits: readonly string[] | Faults, what: string, expected: string): Finding | null {
  const { count, samples } = "count" in hits ? hits : { count: hits.length, samples: hits };
  if (count === 0) return null;
  const telling = telltales(samples);
  return {
    found: inNumber(count, what),
    expected,
    count,
    ...(telling.length > 0 && { samples: telling }),
  };
}

/** The first different examples that say something. */
function telltales(samples: readonly string[]): string[] {
  const found = new Set<string>();
  for (const sample of samples) {
    if (found.size >= MAX_SAMPLES) break;
    if (sample.trim() !== "") found.add(sample);
  }
  return [...found];
}

/** "12 links without text", "1 link without text". */
export const inNumber = (count: number, what: string): string => `${count} ${count === 1 ? singular(what) : what}`;

const NOUN = /\b(?!\w*ous\b)\w*s\b(?!:)/;

/** "links with generic text" of one: "link with generic text". A share ("of 6 links") stays as it is. */
export function singular(what: string): string {
  if (what.startsWith("of ")) return what;
  const one = (noun: string) =>
    noun
      .replace(/ies$/, "y")
      .replace(/(?<=ss)es$/, "")
      .replace(/(?<!s)s$/, "");
  return what
    .replace(NOUN, one)
    .replace(/\bdo not\b/, "does not")
    .replace(/\bdon't\b/, "doesn't")
    .replace(/\bare\b/, "is")
    .replace(/\b(redirect|occur)\b/, "$1s");
}
