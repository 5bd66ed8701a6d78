import { round2 } from "../../../lib/round";
import type { BrandHit } from "./find";
import { NEGATORS, NEGATORS_AFTER, NEGATORS_BEFORE, UNSPACED_WORDS, weightInside, weightOfWord } from "./lexicon";

interface Tone {
  at: number;
  weight: number;
  /** "Rival is better than Acme" is positive for one and negative for the other. */
  comparative: boolean;
}

const WORD = /[\p{L}\p{M}][\p{L}\p{M}'-]*/gu;
const COMPARATIVE =
  /^(?:better|worse|cheaper|faster|easier|besser|schlechter|mieux|mejor|peor|melhor|pior|meglio|peggio|beter|lepsz\p{L}*|лучше|хуже)$/u;
const THAN = /^\W*(?:\p{L}+\W+){0,2}(?:than|als|que|di|do que|dan|niz|чем)\b/iu;
/** How many words before a word a negator can stand. */
const NEGATION_REACH = 3;

function spacedTones(line: string): Tone[] {
  const words = [...line.matchAll(WORD)];
  const lower = words.map((word) => word[0].toLowerCase().replace(/'s$/, ""));
  return words.flatMap((word, i) => {
    const weight = weightOfWord(lower[i]!);
    if (weight === 0) return [];
    const end = word.index + word[0].length;
    const negated =
      lower
        .slice(Math.max(0, i - NEGATION_REACH), i)
        .some((before) => NEGATORS.has(before) || before.endsWith("n't")) ||
      NEGATORS_AFTER.test(line.slice(end, end + 12));
    const comparative = COMPARATIVE.test(lower[i]!) && THAN.test(line.slice(end));
    // A negation reverses and halves the weight: "not excellent" is milder than "bad".
    return [{ at: word.index, weight: negated ? -weight / 2 : weight, comparative }];
  });
}

function unspacedTones(line: string): Tone[] {
  return [...line.matchAll(UNSPACED_WORDS)].map(({ index, 0: word }) => {
    const end = index + word.length;
    const negated =
      NEGATORS_BEFORE.test(line.slice(Math.max(0, index - 3), index)) || NEGATORS_AFTER.test(line.slice(end, end + 12));
    const weight = weightInside(word);
    return { at: index, weight: negated ? -weight / 2 : weight, comparative: false };
  });
}

/** Index of the first hit (in order) that begins after an offset. */
function firstAfter(hits: readonly BrandHit[], offset: number): number {
  let low = 0;
  for (let high = hits.length; low < high;) {
    const middle = (low + high) >> 1;
    if (hits[middle]!.start > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Weight that counts for the monitored brand. A word applies to the last brand named before it in its line, else to the next
 * one, else to the brand of the lines above.
 */
function ownWeight(tone: Tone, hits: readonly BrandHit[], lineStart: number, carried: number | null): number {
  const at = lineStart + tone.at;
  const next = firstAfter(hits, at);
  const before = hits[next - 1];
  const after = hits[next];
  const subject = (before ?? (tone.comparative ? undefined : after))?.brand.key ?? carried;
  let weight = subject === 0 ? tone.weight : 0;
  if (tone.comparative && after?.brand.key === 0 && subject !== 0) weight -= tone.weight;
  return weight;
}

/**
 * Tone of an answer towards the monitored brand (key 0), −1 to 1 with two decimals: (good − bad) / (good + bad + 1) over the
 * weights of the lexicon words that apply to it. A bullet list below a line that names one brand applies to that brand.
 */
export function lexiconSentiment(text: string, hits: readonly BrandHit[]): number {
  let good = 0;
  let bad = 0;
  let carried: number | null = null;
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const inLine = hits.slice(firstAfter(hits, index - 1), firstAfter(hits, index + line.length - 1));
    if (inLine.length > 0) carried = inLine[0]!.brand.key;
    else if (!/^\s+\S|^\s*[-+•·]/.test(line)) carried = null;
    for (const tone of [...spacedTones(line), ...unspacedTones(line)]) {
      const weight = ownWeight(tone, inLine, index, carried);
      if (weight > 0) good += weight;
      else bad -= weight;
    }
  }
  return good + bad === 0 ? 0 : round2((good - bad) / (good + bad + 1));
}
