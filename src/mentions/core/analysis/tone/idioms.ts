import type { Range } from "../words/clauses";
import { negates, NEGATORS_BEFORE, WORD } from "../words/lexicon";
import { anyPhrase } from "../words/phrases";
import { listsByLanguage } from "../words/words";
import { denyingWords } from "./denying";

/** A fixed phrase, as a range of a clause. Its words judge only as a whole: "never let me down", "anything but reliable". */
export interface Idiom extends Range {
  side: 1 | -1;
  /** It tells who wins: the first of two brands does if it praises, and the other does if it blames. */
  contest: boolean;
  /** A contest only if two brands are named: one word that has other senses ("tops"), or a change from one to another. */
  needsBoth: boolean;
}

/** How many of an answer's likely languages are asked. */
const ASKED = 4;
/** A clause as short as this tells little of its language. It is read in these, too. */
const SHORT = 60;
const COMMON = ["en", "de", "fr", "es", "it", "pt", "nl"];
const SOURCES = [
  { lists: listsByLanguage("idioms"), contest: false },
  { lists: listsByLanguage("contests"), contest: true },
];
interface Pattern {
  pattern: RegExp;
  side: 1 | -1;
  contest: boolean;
  needsBoth: boolean;
}
const compiled = new Map<string, Pattern[]>();

function patternsOf(code: string): Pattern[] {
  const known = compiled.get(code);
  if (known) return known;
  const found = SOURCES.flatMap(({ lists, contest }) =>
    (lists().get(code) ?? []).flatMap((list, i) =>
      list === ""
        ? []
        : [
            {
              pattern: new RegExp(anyPhrase(list), "giu"),
              side: i === 0 ? (1 as const) : (-1 as const),
              contest,
              needsBoth: i === 2,
            },
          ],
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
  if (wordsIn(text.slice(start, end)).some((word) => negates(word) || isDenying(word))) return false;
  const part = text
    .slice(Math.max(0, start - 50), start)
    .split(/[,;:()]/)
    .at(-1)!;
  return (
    NEGATORS_BEFORE.test(part) ||
    wordsIn(part)
      .slice(-DENYING)
      .some((word) => negates(word))
  );
}

const isLatin = (text: string): boolean =>
  !/[\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Han}\p{sc=Hangul}]/u.test(text);

/** The idioms of a clause, none inside another. */
export function idiomsIn(text: string, languages: readonly string[]): Idiom[] {
  const found: Idiom[] = [];
  const asked = [...languages.slice(0, ASKED), ...(text.length <= SHORT && isLatin(text) ? COMMON : ["en"])];
  for (const code of new Set(asked))
    for (const { pattern, side, contest, needsBoth } of patternsOf(code))
      for (const { index, 0: phrase } of text.matchAll(pattern)) {
        const range = { start: index, end: index + phrase.length };
        const denied = !contest && isDenied(text, range, code);
        found.push({
          ...range,
          side: denied ? (side > 0 ? -1 : 1) : side,
          contest,
          needsBoth: needsBoth || !/\s/.test(phrase),
        });
      }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return found.filter((each) => each.start >= end && (end = each.end) > 0).slice(0, MOST);
}
