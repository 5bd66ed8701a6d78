import { choicesIn } from "./choosing";
import type { Range } from "./clauses";
import { zipfOf } from "./languages";
import {
  holdsNegator,
  holdsNegatorAfter,
  insideLexicon,
  insideWords,
  isNegator,
  MERELY,
  negatorsAfter,
  NEGATORS_BEFORE,
  valenceIn,
  WORD,
  wordInLexicon,
} from "./lexicon";
import { knownSideOf, sideOf, sidesInside } from "./sided";
import { listsByLanguage, onceLoaded, section } from "./words";

/** A word that praises, blames, chooses or rejects, as a range of its clause. */
export interface ToneWord extends Range {
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
  /^(?:that|which|who|das|die|der|den|dem|was|wat|dat|que|qui|che|som|der|co|ktor\p{L}*|kter\p{L}*|sto|koj\p{L}*|що|что|котор\p{L}*|як(?:ий|а|е|і|ого|ої|ому|им|ими|их)|който|което|која|које|joka|jota|mita|jossa|ami|amit|amely\p{L}*|care|που|kas|ko|kurs|kuri\p{L}*|mis|mida)$/u;

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

/** The words of a clause that praise or blame, and what it chooses and rejects. */
export function toneWordsIn(clause: string, languages: readonly string[]): ToneWord[] {
  const choices = choicesIn(clause, languages);
  const words = [...spacedTones(clause, languages), ...insideTones(clause, languages)].filter(
    (word) => !choices.some((choice) => choice.start < word.end && choice.end > word.start),
  );
  return words.concat(
    choices.map(({ start, end, chosen, needsName = false }) => ({
      start,
      end,
      weight: chosen ? CHOICE : -CHOICE,
      choice: true,
      needsName,
    })),
  );
}

/** Tells whether a text denies anything in these languages. */
export function denierIn(languages: readonly string[]): (text: string) => boolean {
  const isDenying = denyingWords(languages);
  return (text) => holdsNegator(text) || (text.toLowerCase().match(WORD) ?? []).some((word) => isDenying(word));
}
