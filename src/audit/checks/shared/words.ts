import type { AuditedPage } from "../../model/page/page";

/** Words of a page's visible text. Two CJK characters count as one word. */
export function wordsOf(page: AuditedPage): number {
  const text = page.facts?.text;
  return text ? text.words + Math.floor(text.cjk / 2) : 0;
}

/** The same of its main text: without menus, headers and footers, or of the main element alone. */
export function mainWordsOf(page: AuditedPage): number {
  const text = page.facts?.text;
  return text ? text.mainWords + Math.floor(text.mainCjk / 2) : 0;
}

/** Only this many words of a text are compared. */
const MAX_WORDS = 20_000;

/**
 * Similarity of two texts, 0 to 1: twice the number of common words divided by the number of words of both, counting
 * repetitions (Dice). Order does not matter, so moved blocks make no difference.
 */
export function textSimilarity(a: string, b: string): number {
  const [left, right] = [wordCounts(a), wordCounts(b)];
  let common = 0;
  for (const [word, count] of left.counts) common += Math.min(count, right.counts.get(word) ?? 0);
  const total = left.total + right.total;
  return total === 0 ? 1 : (2 * common) / total;
}

/** A similarity with two decimals that is below the limit if the similarity is. */
export const roundedDown = (similarity: number): string => (Math.floor(100 * similarity) / 100).toFixed(2);

/** The share of the words of `text` that `other` has too, 0 to 1, counting repetitions. */
export function keptShare(text: string, other: string): number {
  const [own, others] = [wordCounts(text), wordCounts(other)];
  let kept = 0;
  for (const [word, count] of own.counts) kept += Math.min(count, others.counts.get(word) ?? 0);
  return own.total === 0 ? 1 : kept / own.total;
}

function wordCounts(text: string): { counts: Map<string, number>; total: number } {
  const counts = new Map<string, number>();
  const words =
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, MAX_WORDS) ?? [];
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, total: words.length };
}
