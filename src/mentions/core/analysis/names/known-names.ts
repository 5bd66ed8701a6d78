import { isKnownAs, zipfOf } from "../words/languages";
import { foldTerm } from "../words/fold";

const plain = (word: string) => foldTerm(word).toLowerCase().replace(/'s?$/, "");

/** What libraries know of a name and the capitalised words beside it: "Alan Turing", "Nova Scotia", "Orchard Road". */
export function namesAround(name: string, before: string | undefined, after: string | undefined) {
  const [own, left, right] = [plain(name), before && plain(before), after && plain(after)];
  return {
    given: isKnownAs("given", own),
    family: isKnownAs("family", own),
    place: isKnownAs("place", own),
    givenBefore: left !== undefined && left !== "" && isKnownAs("given", left),
    familyAfter: right !== undefined && right !== "" && isKnownAs("family", right),
    placeWithNeighbour:
      (left !== undefined && isKnownAs("place", `${left} ${own}`)) ||
      (right !== undefined && isKnownAs("place", `${own} ${right}`)),
    street: (left !== undefined && isKnownAs("street", left)) || (right !== undefined && isKnownAs("street", right)),
  };
}

/** Languages that write compounds as one word. */
const COMPOUNDING = new Set(["de", "nl", "sv", "da", "no", "is", "fi", "et", "hu"]);
/** Least Zipf value of a part, and its least length. */
const PART = 3.5;
const LEAST = 4;

/** Whether a word joins two common words of a language that writes them so: "Wanderfreund". */
export function isCompound(name: string, language: string): boolean {
  const word = plain(name);
  if (!COMPOUNDING.has(language) || /\s/.test(word) || word.length < 2 * LEAST || zipfOf(word, language) > 0)
    return false;
  for (let at = LEAST; at <= word.length - LEAST; at++)
    if (zipfOf(word.slice(0, at), language) >= PART && zipfOf(word.slice(at), language) >= PART) return true;
  return false;
}

/** Scripts without spaces between words. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Thai}]+$/u;

/** The words of a name: of one in a script without spaces that is no word itself, those a dictionary splits it into. */
export function wordsOfName(name: string, language: string): string[] {
  const words = name
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== "");
  if (words.length !== 1 || !UNSPACED.test(words[0]!) || zipfOf(words[0]!, language) > 0) return words;
  return Array.from(new Intl.Segmenter(language, { granularity: "word" }).segment(words[0]!), ({ segment }) => segment);
}
