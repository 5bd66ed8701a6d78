import { round2 } from "../../../../lib/numbers/round";
import type { BrandHit } from "../names/find";
import { ordinalIn } from "../words/choosing";
import { clausesOf, isAside, sentencesOf, type Range } from "../words/clauses";
import { weightIn, type Target } from "./clause";
import { wishIn } from "./conditions";
import { denierIn } from "./denying";
import { groupsOf } from "./groups";
import { toneWordsIn, type ToneWord } from "./tone-words";

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
): Omit<Target, "key"> {
  const found = new Map<number, ToneWord[]>();
  const placed = (clause: string) => {
    const ordinal = ordinalIn(clause, languages);
    if (ordinal === 0) return null;
    const place = ordinal === Infinity ? Math.max(0, ...ranks.values()) : ordinal;
    return [...ranks].find(([, rank]) => rank === place)?.[0] ?? -1;
  };
  const tonesIn = (start: number, end: number) => {
    const known = found.get(start);
    if (known) return known;
    const clause = text.slice(start, end);
    const tones = toneWordsIn(clause, languages);
    found.set(start, tones);
    return tones;
  };
  const denies = denierIn(languages);
  return { denies, tonesIn, placed };
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
  { denies, tonesIn, placed }: Omit<Target, "key">,
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
  const target = { key, denies, tonesIn, placed };
  const chosen = { own: false, other: false };
  const take = (end: number) => {
    const from = next;
    while (next < hits.length && hits[next]!.start < end) next++;
    return hits.slice(from, next);
  };
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const continues = /^\s+\S|^\s*[-+•·]/.test(line);
    const isAbout = next > 0 || HEADING.test(line);
    if (!continues && isAbout && !named(hits, next, index + line.length)) carried = outset;
    for (const sentence of sentencesOf(line)) {
      if (next === 0 && named(hits, next, index + sentence.end)) carried = before = outset;
      else if (isFarewell(line.slice(sentence.start, sentence.end))) continue;
      let sum = 0;
      const wished = wishIn(line.slice(sentence.start, sentence.end));
      const from = index + sentence.start;
      const wish = wished && { start: from + wished.start, end: from + wished.end };
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
