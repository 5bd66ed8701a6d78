import {
  holdsNegator,
  insideLexicon,
  insideWords,
  isNegator,
  negatorsAfter,
  NEGATORS_BEFORE,
  WORD,
} from "../words/lexicon";
import { sidesInside } from "../words/sided";
import { LIKELY, OF_LANGUAGE } from "./known-words";
import { NEGATION_REACH, toneWord, type ToneWord } from "./tone-word";

/** Verbs that compare on their own; their weight counts for the first side. */
const COMPARING: ReadonlyMap<RegExp, number> = new Map([
  [
    /(?<!\p{L})(?:outperform\p{L}*|beats?|surpass\p{L}*|ubertrifft|supera|surpasse|overtreft|превосходит)(?!\p{L})|优于/giu,
    1,
  ],
  [/(?<!\p{L})(?:trails)(?!\p{L})|不如/giu, -1],
]);
/** The words that may deny a phrase: the last few of the same part of the clause. */
const wordsBefore = (text: string, at: number): string[] =>
  (
    text
      .slice(Math.max(0, at - 30), at)
      .split(/[,;:]/)
      .at(-1)!
      .toLowerCase()
      .match(WORD) ?? []
  ).slice(-NEGATION_REACH);

/** Phrases that praise or blame, words of scripts without spaces, and verbs that compare. */
export function insideTones(text: string, languages: readonly string[]): ToneWord[] {
  let denied: boolean | null = null;
  const sides = languages.slice(0, LIKELY).flatMap((code) => Array.from(sidesInside("judging", text, code)));
  const neither = sides.filter(({ side }) => side === 0);
  const tones = [...text.matchAll(insideWords())].flatMap(({ index, 0: word }) => {
    const end = index + word.length;
    if (neither.some((each) => each.start < end && each.end > index)) return [];
    const entry = insideLexicon(word)!;
    let negated =
      NEGATORS_BEFORE.test(text.slice(Math.max(0, index - 3), index)) ||
      negatorsAfter().test(text.slice(end, end + 12));
    negated ||= word.includes(" ") && wordsBefore(text, index).some((each) => isNegator(each));
    if (entry.grievance) negated ||= denied ??= holdsNegator(text);
    return [toneWord(index, end, entry.weight, negated)];
  });
  for (const { start, end, side } of sides) {
    if (side === 0 || tones.some((tone) => tone.start < end && tone.end > start)) continue;
    const negated =
      NEGATORS_BEFORE.test(text.slice(Math.max(0, start - 3), start)) ||
      negatorsAfter().test(text.slice(end, end + 12)) ||
      (/ /.test(text.slice(start, end)) && wordsBefore(text, start).some((each) => isNegator(each)));
    tones.push(toneWord(start, end, side * OF_LANGUAGE, negated));
  }
  for (const [verb, weight] of COMPARING)
    for (const { index, 0: word } of text.matchAll(verb))
      tones.push(toneWord(index, index + word.length, weight, false));
  return tones;
}
