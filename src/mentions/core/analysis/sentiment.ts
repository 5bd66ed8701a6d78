import { round2 } from "../../../lib/numbers/round";
import { clausesOf, isAside, joins, sentencesOf, type Range } from "./words/clauses";
import type { BrandHit } from "./names/find";
import {
  holdsNegator,
  holdsNegatorAfter,
  insideWords,
  insideLexicon,
  isNegator,
  MERELY,
  negatorsAfter,
  NEGATORS_BEFORE,
  WORD,
  valenceIn,
  wordInLexicon,
} from "./words/lexicon";
import { choicesIn, ordinalIn } from "./words/choosing";
import { zipfOf } from "./words/languages";
import { knownSideOf, sideOf, sidesInside } from "./words/sided";
import { unmatchedIn } from "./unmatched";
import { listsByLanguage, onceLoaded, section } from "./words/words";

/** Tone towards one brand. Without evidence there is none: `found` is false and `sentiment` 0. */
export interface Tone {
  sentiment: number;
  found: boolean;
  /** The answer both praises and blames the brand, neither by far. */
  mixed: boolean;
  /** Sentence with the most weight, as a range of the prose. */
  evidence: Range | null;
}

interface ToneWord extends Range {
  weight: number;
  /** It says what its author would choose: it is about the next name, or about the one with this place in the list. */
  choice?: boolean;
  /** It is a choice only if a name follows. */
  needsName?: boolean;
}

/** How far behind a grievance a verb that denies it may be. */
const LAST = 40;
/** How many words before a word a negator can be. */
const NEGATION_REACH = 3;
/** The same for faults that the lists by language know: "barely anything that one could fault". */
const FAULT_REACH = 6;

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
/** Verbs that compare on their own; their weight counts for the first side. */
const COMPARING: ReadonlyMap<RegExp, number> = new Map([
  [
    /(?<!\p{L})(?:outperform\p{L}*|beats?|surpass\p{L}*|ubertrifft|supera|surpasse|overtreft|превосходит)(?!\p{L})|优于/giu,
    1,
  ],
  [/(?<!\p{L})(?:trails)(?!\p{L})|不如/giu, -1],
]);
/** Follows a verb that it denies in Germanic languages: "überzeugt nicht", "lohnt sich kaum". */
const DENIED_BEHIND =
  /^ (?:(?:sich|mich|uns|dich|euch|zich|mij|ons|mig|oss|dig|sig|seg|meg|deg|aber|jedoch|leider|helaas) )?(?:nicht|niet|inte|ikke|ikkje|ekki|nie|nooit|aldrig|aldri|kaum|selten|zelden|sallan|sjaeldent|sjelden)(?![\p{L}\p{M}]| (?:nur|alleen|bara|kun|bare|zuletzt|zu \p{L}|te \p{L}|sa \p{L}|so \p{L}))/u;
/** Joins what follows a comma to what is denied before it: "nichts, das man bemängeln könnte". */
const RELATIVE =
  /^(?:that|which|who|das|die|der|den|dem|was|wat|dat|que|qui|che|som|der|co|ktor\p{L}*|kter\p{L}*|sto|koj\p{L}*|що|что|котор\p{L}*|который|які|яка|яке|който|което|која|које|joka|jota|mita|jossa|ami|amit|amely\p{L}*|care|που|kas|ko|kurs|kuri\p{L}*|mis|mida)$/u;
/** "If it were reliable" and "Is it reliable?" state nothing. */
const CONDITION =
  /^\W*(?:if|in case|unless|wenn|falls|si|se|если|якщо|jesli|jezeli|pokud|jestlize|ak|ako|ако|hvis|dersom|indien|daca|eger|jos|kui|jika|kalau|neu|εαν|αν|إذا|اذا|אם|अगर|यदि|ถ้า|หาก|如果|もし|만약)(?=\s|\p{sc=Han}|\p{sc=Thai})/iu;

interface Denying {
  whole: ReadonlySet<string>;
  stems: readonly string[];
}

const denials = listsByLanguage("denials");
/** Words that deny in a language: "nichts", "rien", "ничего". */
const denyingIn = onceLoaded(
  () =>
    new Map(
      Array.from(denials(), ([code, [no = ""]]): [string, Denying] => {
        const words = no.split(",").filter((word) => !/\s/.test(word));
        const whole = new Set(words.filter((word) => !word.includes("*")));
        return [
          code,
          { whole, stems: words.filter((word) => /^[^*]{4,}\*$/.test(word)).map((word) => word.slice(0, -1)) },
        ];
      }),
    ),
);
/** How many of an answer's likely languages are asked. */
const ASKED = 3;
function denyingWords(languages: readonly string[]): (word: string) => boolean {
  const sets = languages.slice(0, ASKED).flatMap((code) => denyingIn().get(code) ?? []);
  return (word) => sets.some(({ whole, stems }) => whole.has(word) || stems.some((stem) => word.startsWith(stem)));
}

/** Weight of a word that only the libraries know. They translate single words, so one of them alone proves nothing. */
const KNOWN_ELSEWHERE = 0.24;
const SUPERLATIVE = 0.75;
/** Weight of a word in the lists by language, of which the likeliest languages are asked. */
const OF_LANGUAGE = 0.8;
/** What such a word weighs if it is among the most common of its language ("laut", "sur"): it often means something else. */
const COMMON_WORD = 0.5;
const EVERYDAY = 5.5;
const LIKELY = 2;
/** Weight of a choice: "I would go to Acme". */
const CHOICE = 1.5;
/** The least weight of praise or blame that makes a tone: one word of ours, or two that only the libraries know. */
const LEAST = 0.3;
const NEAR_HARD = [-4, -3, -2, -1, 1, 2, 3, 4];
/** Words like "hard" beside a fault: "hard to fault". */
const hard = onceLoaded(() => new RegExp(`^(?:${section("hard")})$`, "u"));

function spacedTones(text: string, languages: readonly string[]): ToneWord[] {
  const words = [...text.matchAll(WORD)];
  const lower = words.map((word) => word[0].toLowerCase().replace(/'s$/, ""));
  const isDenying = denyingWords(languages);
  const negates = (i: number) =>
    (isNegator(lower[i]!) || isDenying(lower[i]!) || lower[i]!.endsWith("n't")) &&
    ![1, 2].some((ahead) => MERELY.test(lower[i + ahead] ?? ""));
  /** A denial of a grievance precedes it, or follows in the same part in languages that put it last. */
  const takesBack = (i: number, end: number) => {
    for (let j = 0; j < i; j++) if (negates(j)) return true;
    return holdsNegatorAfter(text.slice(end, end + LAST).split(/[,:;،、]| (?:कि|যে|که|كه|کہ) /)[0]!);
  };
  const german = languages[0] === "de";
  return words.flatMap((word, i) => {
    const end = word.index + word[0].length;
    // A capital inside a sentence begins a name.
    if (!german && i > 0 && /^\p{Lu}\p{Ll}/u.test(word[0]) && /[\p{Ll},] $/u.test(text.slice(0, word.index))) return [];
    const known = inAllLanguages(lower[i]!, languages[0] ?? "en");
    if (known && isNegator(lower[i]!)) return [];
    const weight = known ? 0 : otherWeight(lower[i]!, languages);
    const entry: NonNullable<typeof known> = known ?? {
      weight,
      pattern: "",
      ...(weight < 0 && { reach: FAULT_REACH }),
    };
    if (entry.weight === 0 || isPartOfFault(lower, i)) return [];
    if (
      entry.weight < 0 &&
      (entry.grievance || entry.reach) &&
      NEAR_HARD.some((step) => hard().test(lower[i + step] ?? ""))
    )
      return [toneWord(word.index, end, -entry.weight, false)];
    let negated = negatorsAfter().test(text.slice(end, end + 12)) || DENIED_BEHIND.test(text.slice(end, end + 24));
    for (let j = i - 1; j >= Math.max(0, i - (entry.reach ?? NEGATION_REACH)); j--) {
      const apart = /[,;:،]/.test(text.slice(words[j]!.index + words[j]![0].length, words[j + 1]!.index));
      if (apart && !RELATIVE.test(lower[j + 1]!)) break;
      negated ||= negates(j);
    }
    // "Жалоб нет", "черг менше".
    const after = lower[i + 1];
    if (entry.weight < 0 && (entry.grievance || entry.reach) && after && isNegator(after))
      negated ||= /^\s$/.test(text.slice(end, words[i + 1]!.index));
    if (entry.grievance) negated ||= takesBack(i, end);
    return [toneWord(word.index, end, entry.weight, negated)];
  });
}

/** A word in the list for all languages, unless that of the answer's language says otherwise. */
function inAllLanguages(word: string, code: string): ReturnType<typeof wordInLexicon> {
  const known = wordInLexicon(word);
  const side = known && knownSideOf("judging", word, code);
  return side === undefined || side * known!.weight > 0 ? known : undefined;
}

/** What a word weighs that is not in the list for all languages. */
function otherWeight(word: string, languages: readonly string[]): number {
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

/** "Hard" in "hard to fault" blames nobody. */
function isPartOfFault(words: readonly string[], i: number): boolean {
  if (!hard().test(words[i]!)) return false;
  return NEAR_HARD.some((step) => {
    const entry = wordInLexicon(words[i + step] ?? "");
    return entry !== undefined && entry.weight < 0 && (entry.grievance === true || entry.reach !== undefined);
  });
}

/** A negation reverses and halves the weight: "not excellent" is milder than "bad". */
function toneWord(start: number, end: number, weight: number, negated: boolean): ToneWord {
  return { start, end, weight: negated ? -weight / 2 : weight };
}

function insideTones(text: string, languages: readonly string[]): ToneWord[] {
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
    const earlier =
      text
        .slice(Math.max(0, index - 30), index)
        .toLowerCase()
        .match(WORD) ?? [];
    negated ||= word.includes(" ") && earlier.slice(-NEGATION_REACH).some((each) => isNegator(each));
    if (entry.grievance) negated ||= denied ??= holdsNegator(text);
    return [toneWord(index, end, entry.weight, negated)];
  });
  for (const { start, end, side } of sides) {
    if (side === 0 || tones.some((tone) => tone.start < end && tone.end > start)) continue;
    const before = NEGATORS_BEFORE.test(text.slice(Math.max(0, start - 3), start));
    tones.push(toneWord(start, end, side * OF_LANGUAGE, before || negatorsAfter().test(text.slice(end, end + 12))));
  }
  for (const [verb, weight] of COMPARING)
    for (const { index, 0: word } of text.matchAll(verb))
      tones.push(toneWord(index, index + word.length, weight, false));
  return tones;
}

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
  const weightOf = (tone: ToneWord) => {
    const at = start + tone.start;
    if (place !== null) return place === key && tone.needsName !== true ? tone.weight : 0;
    const next = tone.choice ? groups.find((group) => group.start >= at && group !== second) : undefined;
    if (next && isObject(text.slice(start + tone.end, next.start))) return next.own ? tone.weight : 0;
    if (tone.needsName) return 0;
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
    if (tone.choice && tone.weight > 0 && !(tone.needsName && weight === 0) && (groups.length > 0 || place !== null)) {
      if (weight > 0) chosen.own = true;
      else if (weight === 0) chosen.other = true;
    }
    return weight;
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
    const choices = choicesIn(clause, languages);
    const words = [...spacedTones(clause, languages), ...insideTones(clause, languages)].filter(
      (word) => !choices.some((choice) => choice.start < word.end && choice.end > word.start),
    );
    const tones = words.concat(
      choices.map(({ start: at, end: to, chosen, needsName = false }) => ({
        start: at,
        end: to,
        weight: chosen ? CHOICE : -CHOICE,
        choice: true,
        needsName,
      })),
    );
    found.set(start, tones);
    return tones;
  };
  const isDenying = denyingWords(languages);
  const denies = (part: string) =>
    holdsNegator(part) || (part.toLowerCase().match(WORD) ?? []).some((word) => isDenying(word));
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
  // An answer about one brand is about it from its first word on.
  const outset = hits.every((hit) => hit.brand.key === key) ? true : null;
  let carried: boolean | null = outset;
  // "Verdict: I'd pass" may stand on a line of its own.
  let before: boolean | null = outset;
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
    if (!continues && !named(hits, next, index + line.length)) carried = outset;
    for (const sentence of sentencesOf(line)) {
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
  if (good < LEAST && bad < LEAST && (chosen.own || !chosen.other)) return { sentiment: 0, found: false, mixed: false, evidence: null };
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
