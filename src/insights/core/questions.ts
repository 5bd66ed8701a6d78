import { DAY_MS } from "../../lib/time/time";

/** A search that assistants ran. */
export interface AskedSearch {
  query: string;
  /** Answers whose search it was, and those of them that cite a page of the site. */
  runs: number;
  cited: number;
}

export interface TitledPage {
  path: string;
  title: string;
  description: string;
}

/**
 * What the site has for a search. none: no page's title, description or address speaks of it, and no answer cites one.
 * partly: a page speaks of some of it. page: a page speaks of it, or an answer cites one.
 */
export const COVERS = ["none", "partly", "page"] as const;

export interface CoveredSearch {
  covers: (typeof COVERS)[number];
  /** The page that speaks of most of it; null: none speaks of anything. */
  path: string | null;
  /** How much of it, 0 to 1. */
  share: number;
}

/** Below this share of a search's words, a page does not answer it; from the other on, it does. */
const NONE_BELOW = 1 / 3;
const PAGE_FROM = 2 / 3;
const MAX_WORDS = 32;
const MAX_PAGE_WORDS = 200;

/** Words that say nothing of what a search is about, in the languages in which most searches are. */
const EMPTY_WORDS = new Set(
  `a an the of for to in on at by with and or is are was be do does how what which who when where why can could should best top
  most vs versus review reviews near me my our your their it its from about than that this new latest good better site com www
  der die das ein eine und oder ist sind wie was wer wo wann warum welche welcher welches fur mit von zu im am beste besten
  le la les un une des et ou est sont comment quoi quel quelle quels pour avec dans sur meilleur meilleurs meilleure
  el los las una y o es son como que cual cuales para con en de del mejor mejores
  il lo gli e che per di da il migliore migliori`
    .split(/\s+/)
    .map(withoutAccents),
);
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export function withoutAccents(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Words of the same beginning count as one: plurals, cases, forms of verbs. */
const stemOf = (word: string) => (word.length > 5 ? word.slice(0, 5) : word.length > 3 ? word.replace(/s$/, "") : word);

/** The stems of a text, each once. Scripts without spaces are read as pairs of characters. */
export function stemsOf(text: string, most: number = MAX_PAGE_WORDS): Set<string> {
  const stems = new Set<string>();
  for (const [word] of withoutAccents(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    if (stems.size >= most) break;
    if (UNSPACED.test(word)) for (let i = 0; i + 1 < Math.min(word.length, most); i++) stems.add(word.slice(i, i + 2));
    else if (word.length > 1 && !EMPTY_WORDS.has(word) && !/^(?:19|20)\d\d$/.test(word)) stems.add(stemOf(word));
  }
  return stems;
}

/** Whether a search asks for anything: some are blank, or have no word. */
export const asksSomething = (query: string): boolean => UNSPACED.test(query) || stemsOf(query).size > 0;

function spelled(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What the pages have for each search, by their words. `brand`: names that every page may have, which say nothing. */
export function coverSearches(
  searches: readonly AskedSearch[],
  pages: readonly TitledPage[],
  brand: readonly string[],
): CoveredSearch[] {
  const own = new Set(brand.flatMap((name) => [...stemsOf(name)]));
  const pagesWith = new Map<string, number[]>();
  for (const [i, { path, title, description }] of pages.entries())
    for (const stem of stemsOf(`${title} ${spelled(path)} ${description}`)) {
      const list = pagesWith.get(stem);
      if (list) list.push(i);
      else pagesWith.set(stem, [i]);
    }
  // A word that most pages have tells less about any of them.
  const weightOf = (stem: string) => Math.log(2 + pages.length / (1 + (pagesWith.get(stem)?.length ?? 0)));
  const scores = new Float64Array(pages.length);
  return searches.map(({ query, cited }) => {
    const stems = [...stemsOf(query, MAX_WORDS)].filter((stem) => !own.has(stem));
    const total = stems.reduce((sum, stem) => sum + weightOf(stem), 0);
    scores.fill(0);
    for (const stem of stems) {
      const weight = weightOf(stem);
      for (const i of pagesWith.get(stem) ?? []) scores[i]! += weight;
    }
    let best = -1;
    for (let i = 0; i < scores.length; i++) if (scores[i]! > (scores[best] ?? 0)) best = i;
    const share = best < 0 || total === 0 ? 0 : scores[best]! / total;
    // A search for the brand alone is about the site itself.
    const isAnswered = cited > 0 || share >= PAGE_FROM || stems.length === 0;
    const covers = isAnswered ? "page" : share < NONE_BELOW ? "none" : "partly";
    return { covers, path: pages[best]?.path ?? null, share };
  });
}

/** A page has to be there for a week before anybody can have failed to read it. */
const LEAST_AGE_MS = 7 * DAY_MS;

/** Of pages that nobody has read, with the answers that searched for them, those that are known to be there for a week, by answers. */
export function longUnread(
  unread: ReadonlyArray<readonly [path: string, runs: number]>,
  since: ReadonlyMap<string, number>,
  now: number,
): Array<{ path: string; runs: number; since: number }> {
  const known = unread.map(([path, runs]) => ({ path, runs, since: since.get(path) ?? now }));
  return known.filter((page) => page.since <= now - LEAST_AGE_MS).sort((a, b) => b.runs - a.runs);
}
