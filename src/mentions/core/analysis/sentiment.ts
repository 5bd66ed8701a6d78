import { round2 } from "../../../lib/numbers/round";
import { clausesOf, isAside, joins, sentencesOf, type Range } from "./words/clauses";
import type { BrandHit } from "./names/find";
import { ordinalIn } from "./words/choosing";
import { denierIn, toneWordsIn, type ToneWord } from "./words/tone-words";
import { unmatchedIn } from "./unmatched";
import { onceLoaded, section } from "./words/words";

/** Tone towards one brand. Without evidence there is none: `found` is false and `sentiment` 0. */
export interface Tone {
  sentiment: number;
  found: boolean;
  /** The answer both praises and blames the brand, neither by far. */
  mixed: boolean;
  /** Sentence with the most weight, as a range of the prose. */
  evidence: Range | null;
}

/** Follows a comparison's first side and introduces the second, which comes within four words. */
const than = onceLoaded(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{M}])(?:${section("than")})(?![\p{L}\p{M}])\W{1,2}(?:[\p{L}\p{M}']+[^\p{L}\p{M},;:.]+){0,4}$|(?:比|优于|不如)$`,
      "iu",
    ),
);
/** Follows the second side of a comparison: より, 보다, -dan. */
const THAN_AFTER =
  /^(?:より|보다|'?(?:dan|den|tan|ten)(?=[^\p{L}].{0,60}(?<!\p{L})daha(?!\p{L}))|\s?(?:से|থেকে)(?!\p{L}))/iu;
/** "If it were reliable" and "Is it reliable?" state nothing. */
const CONDITION =
  /^\W*(?:if|in case|unless|wenn|falls|si|se|если|якщо|jesli|jezeli|pokud|jestlize|ak|ako|ако|hvis|dersom|indien|daca|eger|jos|kui|jika|kalau|neu|εαν|αν|إذا|اذا|אם|अगर|यदि|ถ้า|หาก|如果|もし|만약)(?=\s|\p{sc=Han}|\p{sc=Thai})/iu;

/** A line without an end mark says what the answer is about: "Recall of a battery". */
const HEADING = /^\s*[^\s+•·-][^\n]{0,100}[\p{L}\p{M}\p{N}]\s*$/u;
/** What an assistant says of itself or wishes the reader, in a sentence of its own that names no brand. */
const FAREWELL =
  /^[^\p{L}]*(?:(?:i )?hope (?:this|that|it) helps|good luck|happy (?:to help|shopping)|(?:i(?:'|’)m )?glad to help|viel (?:erfolg|glück|spaß)|bonne chance|bon courage|buena suerte|mucha suerte|boa sorte|buona fortuna|in bocca al lupo|veel (?:succes|plezier)|lycka till|held og lykke|lykke til|onnea|powodzenia|hodně štěstí|sok sikert|mult succes|удачи|успіхів|bol şans|semoga (?:membantu|berhasil)|chúc bạn)(?![\p{L}\p{M}])/iu;
const isFarewell = (sentence: string): boolean => sentence.length <= 120 && FAREWELL.test(sentence);

/** The least weight of praise or blame that makes a tone: one word of ours, or two that only the libraries know. */
const LEAST = 0.3;
/** The last of some ranges in order that begins before an offset. */
function lastBefore<T extends Range>(ranges: readonly T[], offset: number): T | undefined {
  let low = 0;
  for (let high = ranges.length; low < high;) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.start >= offset) high = middle;
    else low = middle + 1;
  }
  return ranges[low - 1];
}

/** The brands of one list: "Acme and Rival". */
interface Group extends Range {
  own: boolean;
  other: boolean;
}

function groupsOf(text: string, hits: readonly BrandHit[], key: number): Group[] {
  const groups: Group[] = [];
  for (const { brand, start, end } of hits) {
    const last = groups.at(-1);
    if (last && !isAside(text, last.start) && joins(text.slice(last.end, Math.min(start, last.end + 25)))) {
      last.end = end;
      last.own ||= brand.key === key;
      last.other ||= brand.key !== key;
    } else groups.push({ start, end, own: brand.key === key, other: brand.key !== key });
  }
  return groups;
}

/** Whether a brand is the second side of a comparison that begins after `from`. */
function isSecond(text: string, from: number, start: number): boolean {
  return than().test(text.slice(Math.max(from, start - 60), start));
}

/** How far before the second side of a comparison its word is: "mejor que Acme". */
const COMPARED_REACH = 26;

/** Whether a word that judges stands shortly before what begins here. */
function isCompared(tones: readonly ToneWord[], at: number): boolean {
  return tones.some((tone) => tone.choice !== true && tone.end < at && at - tone.end <= COMPARED_REACH);
}

/** The brand whose tone is sought, and the words of praise and blame of a clause. */
interface Target {
  key: number;
  denies: (text: string) => boolean;
  tonesIn: (start: number, end: number) => ToneWord[];
  /** The brand that a clause without a name means by its place: "the second". */
  placed: (clause: string) => number | null;
}

/** Whether what stands between a verb of choosing and a name is short enough for the name to be what is chosen. */
const isObject = (between: string): boolean => between.length <= 30 && !/[,;:.、，。ๆ]|[\p{sc=Thai}]\s/u.test(between);

/** Longest label of what follows: "Reliability: …", "Reklamace notebooku: …". */
const LABEL = 40;

/** Where a label ends that says what the rest is about, unless it names a brand or a brand follows it; 0: none. */
function labelEnd(clause: string, hits: readonly BrandHit[], start: number): number {
  const label = /^[^\p{L}]*[\p{L}][^:：\n]*?[:：]\s*/u.exec(clause.slice(0, LABEL + 2))?.[0].length ?? 0;
  return label > 0 && hits.some((hit) => hit.start <= start + label) ? 0 : label;
}

/** How much of a clause may say by its place what it is about: "the second one is …". */
const SUBJECT = 24;
const subjectsOf = (clause: string): string =>
  clause
    .split(/[,，、،]/, 2)
    .map((part) => part.slice(0, SUBJECT))
    .join(", ");

/** What the words of a clause say about the brand. */
function weightIn(
  text: string,
  { start, end }: Range,
  hits: readonly BrandHit[],
  { carried, before }: { carried: boolean | null; before: boolean | null },
  { key, denies, tonesIn, placed }: Target,
  chosen: { own: boolean; other: boolean },
): number[] {
  const clause = text.slice(start, end);
  const isCondition = CONDITION.test(clause);
  if ((isCondition && /[,，、،]\s*$/.test(clause)) || /[?？؟]\s*$/.test(clause)) return [];
  const unmatched = unmatchedIn(text, { start, end }, hits, key);
  if (unmatched !== 0) return [unmatched];
  const label = labelEnd(clause, hits, start);
  const read = tonesIn(start, end);
  // "If you are in a hurry go with Acme": what is chosen follows the condition.
  const from = isCondition ? (read.find((tone) => tone.choice)?.start ?? Infinity) : label;
  const tones = read.filter((tone) => {
    if (tone.start < from) return false;
    const hit = lastBefore(hits, start + tone.end);
    return hit === undefined || hit.end <= start + tone.start;
  });
  const all = groupsOf(text, hits, key);
  const groups = all.filter((group) => !isAside(text, group.start));
  const second = groups.find(
    (group, i) =>
      (i > 0
        ? isSecond(text, groups[i - 1]!.end, group.start)
        : isSecond(text, start, group.start) && isCompared(tones, group.start - start)) ||
      THAN_AFTER.test(text.slice(group.end, Math.min(end, group.end + 70))),
  );
  const first = second && groups.find((group) => group !== second);
  // "I know no shop that is cheaper than Acme".
  const isDenied = second !== undefined && second === groups[0] && denies(text.slice(start, second.start));
  const place =
    groups.length > 0 || tones.length === 0
      ? null
      : placed(tones.some((tone) => tone.choice) ? clause : subjectsOf(clause));
  const weightOf = (tone: ToneWord): number | null => {
    const at = start + tone.start;
    if (place !== null && tone.needsName !== true) return place === key ? tone.weight : 0;
    const next = tone.choice ? groups.find((group) => group.start >= at && group !== second) : undefined;
    if (next && isObject(text.slice(start + tone.end, next.start))) return next.own ? tone.weight : 0;
    if (tone.needsName) return null;
    if (second) {
      if (isDenied) return second.own && at < second.start ? Math.abs(tone.weight) : 0;
      if (second.own) return at > second.end && first && first.end < second.start ? -tone.weight / 2 : -tone.weight;
      return (first ? first.own : carried === true) ? tone.weight : 0;
    }
    const group = lastBefore(groups, at + 1) ?? groups[0];
    return (group ? group.own : (tone.choice ? (carried ?? before) : carried) === true) ? tone.weight : 0;
  };
  return tones.map((tone) => {
    const weight = weightOf(tone);
    if (weight !== null && tone.choice && tone.weight > 0 && (groups.length > 0 || place !== null)) {
      if (weight > 0) chosen.own = true;
      else if (weight === 0) chosen.other = true;
    }
    return weight ?? 0;
  });
}

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
      for (const { start, end } of clausesOf(line, sentence)) {
        const clause = { start: index + start, end: index + end };
        const inside = take(clause.end);
        for (const weight of weightIn(text, clause, inside, { carried, before }, target, chosen)) {
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
