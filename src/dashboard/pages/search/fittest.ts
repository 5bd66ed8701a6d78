import { fitsSearch } from "../docs/described";

/** Longest search, in characters. */
export const MAX_QUERY = 100;
/** Results of one kind. */
export const MAX_HITS = 8;

/** The title of what can be found, and other words that find it. */
type Words = readonly [title: string, ...others: (string | null)[]];

/** Those that have every word of the search. Titles that begin with it come first, then those that contain it. */
export function fittest<T>(items: readonly T[], search: string, wordsOf: (item: T) => Words): T[] {
  const wanted = search.toLowerCase();
  const rankOf = (title: string) => {
    const at = title.toLowerCase().indexOf(wanted);
    return at === 0 ? 0 : at > 0 ? 1 : 2;
  };
  return items
    .map((item) => ({ item, words: wordsOf(item) }))
    .filter(({ words }) => fitsSearch(words.join(" "), search))
    .sort((a, b) => rankOf(a.words[0]) - rankOf(b.words[0]))
    .slice(0, MAX_HITS)
    .map(({ item }) => item);
}
