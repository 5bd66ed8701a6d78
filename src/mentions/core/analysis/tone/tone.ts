import { round2 } from "../../../../lib/numbers/round";
import type { BrandHit } from "../names/find";
import { ordinalIn } from "../words/choosing";
import { clausesOf, isAside, sentencesOf, type Range } from "../words/clauses";
import { weightIn, type ToneTarget } from "./clause";
import { wishOf } from "./conditions";
import { denierIn } from "./denying";
import { groupsOf } from "./groups";
import type { ToneWord } from "./tone-word";
import { toneWordsIn } from "./tone-words";

/** Tone towards one brand. Without evidence there is none: `found` is false and `sentiment` 0. */
export interface Tone {
  sentiment: number;
  found: boolean;
  /** The answer both praises and blames the brand, neither by far. */
  mixed: boolean;
  /** Sentence with the most weight, as a range of the prose. */
  evidence: Range | null;
}

/** A line without an end mark says what the answer is about: "Recall of a battery". */
const HEADING = /^\s*[^\s+•·-][^\n]{0,100}[\p{L}\p{M}\p{N}]\s*$/u;
/** What an assistant says of itself or wishes the reader, in a sentence of its own that names no brand. */
const FAREWELL =
  /^[^\p{L}]*(?:(?:i )?hope (?:this|that|it) helps|good luck|happy (?:to help|shopping)|(?:i(?:'|’)m )?glad to help|viel (?:erfolg|glück|spaß)|bonne chance|bon courage|buena suerte|mucha suerte|boa sorte|buona fortuna|in bocca al lupo|veel (?:succes|plezier)|lycka till|held og lykke|lykke til|onnea|powodzenia|hodně štěstí|sok sikert|mult succes|удачи|успіхів|bol şans|semoga (?:membantu|berhasil)|chúc bạn)(?![\p{L}\p{M}])/iu;
const isFarewell = (sentence: string): boolean => sentence.length <= 120 && FAREWELL.test(sentence);

/** What a line weighs against all that the list below it names: "Brands to avoid:". Other words of a heading only tell what is spoken of. */
function verdictIn(line: string, tonesIn: (clause: string) => ToneWord[]): number {
  if (line.length > 80 || /[.?!？。！]\s*$/.test(line)) return 0;
  const tones = tonesIn(line);
  const blames = tones.some(({ choice, weight }) => weight <= -2 || (choice === true && weight < 0));
  return blames && tones.every(({ weight }) => weight <= 0) ? VERDICT : 0;
}
const VERDICT = 1.5;
/** What may stand before the name that begins an item of a list. */
const ITEM = /^[^\p{L}\p{N}]{0,4}(?:\d{1,2}[.)]?[^\p{L}\p{N}]{0,4})?$/u;

/** The least weight of praise or blame that makes a tone: one word of ours, or two that only the libraries know. */
const LEAST = 0.3;
/** What the choice of another brand weighs against one that is judged, too. */
const PASSED_OVER = 0.5;
/** Nearer to 0, the evidence on both sides is about equal. */
const EVEN = 0.1;
/** Least share of the weaker side, if an answer is mixed. */
const MIXED = 0.3;

/** Finds the words of praise and blame of each clause once, whatever the brand. */
export function toneReader(
  text: string,
  languages: readonly string[],
  ranks: ReadonlyMap<number, number>,
): Omit<ToneTarget, "key"> {
  const found = new Map<string, ToneWord[]>();
  const wishes = new Map<number, Range | null>();
  const placed = (clause: string) => {
    const ordinal = ordinalIn(clause, languages);
    if (ordinal === 0) return null;
    const place = ordinal === Infinity ? Math.max(0, ...ranks.values()) : ordinal;
    return [...ranks].find(([, rank]) => rank === place)?.[0] ?? -1;
  };
  const tonesIn = (start: number, end: number) => {
    const place = `${start} ${end}`;
    const tones = found.get(place) ?? toneWordsIn(text.slice(start, end), languages);
    found.set(place, tones);
    return tones;
  };
  const wishIn = (start: number, end: number) => {
    const known = wishes.get(start);
    if (known !== undefined) return known;
    const wish = wishOf(text.slice(start, end));
    const range = wish && { start: start + wish.start, end: start + wish.end };
    wishes.set(start, range);
    return range;
  };
  const denies = denierIn(languages);
  return { denies, tonesIn, placed, wishIn };
}

/**
 * Tone of an answer towards the brand with this key, −1 to 1 with two decimals: (good − bad) / (good + bad + 1)
 * over the weights of the lexicon words that apply to it. A sentence or bullet that names no brand applies to the brand
 * of the text before it, if that is one.
 */
export function toneOf(
  text: string,
  hits: readonly BrandHit[],
  key: number,
  { denies, tonesIn, placed, wishIn }: Omit<ToneTarget, "key">,
): Tone {
  let good = 0;
  let bad = 0;
  let next = 0;
  // An answer about one brand is about it from the sentence that names it first. Greetings and general talk come before.
  const outset = hits.every((hit) => hit.brand.key === key) ? true : null;
  let carried: boolean | null = null;
  // "Verdict: I'd pass" may stand on a line of its own.
  let before: boolean | null = null;
  let strongest = 0;
  let evidence: Range | null = null;
  const target = { key, denies, tonesIn, placed, wishIn };
  const chosen = { own: false, other: false };
  const take = (end: number) => {
    const from = next;
    while (next < hits.length && hits[next]!.start < end) next++;
    return hits.slice(from, next);
  };
  let verdict = 0;
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const first = hits[next];
    if (!named(hits, next, index + line.length))
      verdict = verdictIn(line, (clause) => tonesIn(index, index + clause.length));
    else if (!ITEM.test(text.slice(index, first!.start))) verdict = 0;
    else if (first!.brand.key === key) bad += verdict;
    const continues = /^\s+\S|^\s*[-+•·]/.test(line);
    const isAbout = next > 0 || HEADING.test(line);
    if (!continues && isAbout && !named(hits, next, index + line.length)) carried = outset;
    for (const sentence of sentencesOf(line)) {
      if (next === 0 && named(hits, next, index + sentence.end)) carried = before = outset;
      else if (isFarewell(line.slice(sentence.start, sentence.end))) continue;
      let sum = 0;
      const wish = wishIn(index + sentence.start, index + sentence.end);
      for (const { start, end } of clausesOf(line, sentence)) {
        const clause = { start: index + start, end: index + end };
        const inside = take(clause.end);
        for (const weight of weightIn(text, clause, inside, target, { carried, before, wish, chosen })) {
          if (weight > 0) good += weight;
          else bad -= weight;
          sum += weight;
        }
        const subject = groupsOf(text, inside, key).find((group) => !isAside(text, group.start));
        if (subject) carried = before = subject.own && !subject.other;
      }
      if (Math.abs(sum) > strongest) {
        strongest = Math.abs(sum);
        evidence = { start: index + sentence.start, end: index + sentence.end };
      }
    }
  }
  if (good < LEAST && bad < LEAST) return { sentiment: 0, found: false, mixed: false, evidence: null };
  if (chosen.other && !chosen.own) bad += PASSED_OVER;
  const exact = round2((good - bad) / (good + bad + 1));
  const sentiment = Math.abs(exact) < EVEN ? 0 : exact;
  const mixed = good > 0 && bad > 0 && Math.min(good, bad) >= MIXED * Math.max(good, bad);
  if (sentiment === 0) return { sentiment: 0, found: mixed, mixed, evidence: mixed ? evidence : null };
  return { sentiment, found: true, mixed, evidence };
}

function named(hits: readonly BrandHit[], next: number, end: number): boolean {
  return next < hits.length && hits[next]!.start < end;
}
