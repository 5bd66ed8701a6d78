import { zipfOf } from "../words/languages";
import { valenceIn, wordInLexicon } from "../words/lexicon";
import { knownSideOf, sideOf } from "../words/sided";

/** Weight of a word that only the libraries know. They translate single words, so one of them alone proves nothing. */
const KNOWN_ELSEWHERE = 0.24;
const SUPERLATIVE = 0.75;
/** Weight of a word in the lists by language, of which the likeliest languages are asked. */
export const OF_LANGUAGE = 0.8;
/** What such a word weighs if it is among the most common of its language ("laut", "sur"): it often means something else. */
const COMMON_WORD = 0.5;
const EVERYDAY = 5.5;
export const LIKELY = 2;

/** A word in the list for all languages, unless that of the answer's language says otherwise. */
export function inAllLanguages(word: string, code: string): ReturnType<typeof wordInLexicon> {
  const known = wordInLexicon(word);
  const side = known && knownSideOf("judging", word, code);
  return side === undefined || side * known!.weight > 0 ? known : undefined;
}

/** What a word weighs that is not in the list for all languages. */
export function otherWeight(word: string, languages: readonly string[]): number {
  for (const [i, code] of languages.slice(0, LIKELY).entries()) {
    const side = knownSideOf("judging", word, code);
    if (side === 0 && i === 0) return 0;
    if (side) return side * (zipfOf(word, code) >= EVERYDAY ? COMMON_WORD : OF_LANGUAGE);
  }
  const known = superlative(word) || opposite(word, languages[0]!);
  if (known !== 0 || zipfOf(word, languages[0] ?? "en") >= EVERYDAY) return known;
  return KNOWN_ELSEWHERE * valenceIn(word, languages[0] ?? "en");
}

/** A Slavic superlative, by its prefix: −1 if the rest blames, 0 if the word is none. */
function superlative(word: string): number {
  const rest = /^(?:nej|naj|най-?)(\p{L}{4,})/u.exec(word)?.[1];
  if (rest === undefined) return 0;
  return Math.sign(wordInLexicon(rest)?.weight ?? 1) * SUPERLATIVE;
}

/** Languages that join "not" to a word: "nestěžují" praises, as "complain" blames. */
const JOIN_NOT = new Set(["cs", "sk", "lv", "lt"]);
const LEAST_REST = 4;

function opposite(word: string, code: string): number {
  if (!JOIN_NOT.has(code) || !word.startsWith("ne") || word.length < LEAST_REST + 2) return 0;
  const rest = word.slice(2);
  return -(wordInLexicon(rest)?.weight ?? sideOf("judging", rest, code)) / 2;
}
