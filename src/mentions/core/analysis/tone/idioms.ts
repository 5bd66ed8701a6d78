import type { Range } from "../words/clauses";
import { isNegator, NEGATORS_BEFORE, WORD } from "../words/lexicon";
import { anyPhrase } from "../words/phrases";
import { listsByLanguage } from "../words/words";
import { denyingWords } from "./denying";

/** A fixed phrase, as a range of a clause. Its words judge only as a whole: "never let me down", "anything but reliable". */
export interface Idiom extends Range {
  side: 1 | -1;
  /** It tells who wins: the first of two brands does if it praises, and the other does if it blames. */
  contest: boolean;
  /** One word, which may have other senses: "tops". */
  isShort: boolean;
}

/** How many of an answer's likely languages are asked, and English, because short answers tell little of their language. */
const ASKED = 4;
const SOURCES = [
  { lists: listsByLanguage("idioms"), contest: false },
  { lists: listsByLanguage("contests"), contest: true },
];
interface Pattern {
  pattern: RegExp;
  side: 1 | -1;
  contest: boolean;
}
const compiled = new Map<string, Pattern[]>();

function patternsOf(code: string): Pattern[] {
  const known = compiled.get(code);
  if (known) return known;
  const found = SOURCES.flatMap(({ lists, contest }) =>
    (lists().get(code) ?? []).flatMap((list, i) =>
      list === ""
        ? []
        : [{ pattern: new RegExp(anyPhrase(list), "giu"), side: i === 0 ? (1 as const) : (-1 as const), contest }],
    ),
  );
  compiled.set(code, found);
  return found;
}

/** Idioms that are read in one clause. */
const MOST = 40;
/** How many words before a phrase deny it. */
const DENYING = 6;
const wordsIn = (text: string) => text.toLowerCase().match(WORD) ?? [];

/** Whether what stands before a phrase denies it, unless it denies something itself: "no nightmare". */
function isDenied(text: string, { start, end }: Range, code: string): boolean {
  const isDenying = denyingWords([code]);
  if (wordsIn(text.slice(start, end)).some((word) => denies(word) || isDenying(word))) return false;
  const part = text
    .slice(Math.max(0, start - 50), start)
    .split(/[,;:()]/)
    .at(-1)!;
  return (
    NEGATORS_BEFORE.test(part) ||
    wordsIn(part)
      .slice(-DENYING)
      .some((word) => denies(word))
  );
}
const denies = (word: string): boolean => isNegator(word) || word.endsWith("n't");

/** The idioms of a clause, none inside another. */
export function idiomsIn(text: string, languages: readonly string[]): Idiom[] {
  const found: Idiom[] = [];
  for (const code of new Set([...languages.slice(0, ASKED), "en"]))
    for (const { pattern, side, contest } of patternsOf(code))
      for (const { index, 0: phrase } of text.matchAll(pattern)) {
        const range = { start: index, end: index + phrase.length };
        const denied = !contest && isDenied(text, range, code);
        found.push({ ...range, side: denied ? (side > 0 ? -1 : 1) : side, contest, isShort: !/\s/.test(phrase) });
      }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return found.filter((each) => each.start >= end && (end = each.end) > 0).slice(0, MOST);
}
