/** Bits of a word's hash in the table of frequencies. With 120,000 words, one unknown word in 140 seems known. */
export const HASH_BITS = 24;
/** Low bits of each gap between two of so many hashes, stored as they are (Rice coding). */
export const riceBits = (words: number): number => Math.max(1, HASH_BITS - Math.ceil(Math.log2(words + 1)));
/** Least Zipf value of each level: log10 of how often a word occurs in a billion. */
export const LEVELS = [5.5, 5, 4.5, 4, 3.5, 3, 2.5, 2];

/** Hash of a folded word in lower case (FNV-1a, its high and low bits mixed). */
export function wordHash(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return ((hash >>> HASH_BITS) ^ hash) & (2 ** HASH_BITS - 1);
}
