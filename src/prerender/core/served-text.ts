import { sha256Hex } from "../../lib/crypto/hash";

/** Hashes of the text in a page's HTML and of the text that a browser showed, and how alike they are. */
export interface ServedText {
  text: string;
  shown: string;
  alike: readonly [number, number] | null;
}

const MOST_CHARS = 1_000_000;

const wordsOf = (text: string) =>
  new Set(
    Array.from(
      text
        .slice(0, MOST_CHARS)
        .toLowerCase()
        .matchAll(/[\p{L}\p{N}]+/gu),
      ([word]) => word,
    ),
  );

function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 100;
  let shared = 0;
  for (const word of words) if (others.has(word)) shared++;
  return Math.floor((shared / words.size) * 100);
}

const hashOf = async (text: string) => (await sha256Hex(text.replaceAll(/\s+/g, " ").trim())).slice(0, 32);

/** Compares what crawlers get with what a browser showed at the same time. */
export async function servedText(given: string, shown: string): Promise<ServedText> {
  const [own, theirs] = [wordsOf(given), wordsOf(shown)];
  return { text: await hashOf(given), shown: await hashOf(shown), alike: [shareOf(own, theirs), shareOf(theirs, own)] };
}
