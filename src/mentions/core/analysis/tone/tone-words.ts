import { choicesIn } from "../words/choosing";
import type { Range } from "../words/clauses";
import {
  holdsNegator,
  holdsNegatorAfter,
  insideLexicon,
  insideWords,
  isNegator,
  MERELY,
  negatorsAfter,
  NEGATORS_BEFORE,
  WORD,
  wordInLexicon,
} from "../words/lexicon";
import { sidesInside } from "../words/sided";
import { onceLoaded, section } from "../words/words";
import { denyingWords } from "./denying";
import { ratingsIn } from "./figures";
import { idiomsIn } from "./idioms";
import { inAllLanguages, LIKELY, OF_LANGUAGE, otherWeight } from "./known-words";
import { reliefIn } from "./relief";

/** A word that praises, blames, chooses or rejects, as a range of its clause. */
export interface ToneWord extends Range {
  weight: number;
  /** It says what its author would choose: it is about the next name, or about the one with this place in the list. */
  choice?: boolean;
  /** It is a choice only if a name follows. */
  needsName?: boolean;
  /** The word blames, whatever is denied: a problem that somebody may solve. */
  blames?: boolean;
  /** It is a fixed phrase, which may enclose the name that it is about. */
  idiom?: boolean;
  /** It tells who wins: the weight is for the first of two brands, and against the second. */
  contest?: boolean;
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

/** Weight of a choice: "I would go to Acme". */
const CHOICE = 1.5;
const IDIOM = 1.5;
const RATING = 1;
/** Weight of a problem that is solved, and of one that is not. */
const SOLVED = 0.6;
const UNSOLVED = 1;
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
  return { start, end, weight: negated ? -weight / 2 : weight, blames: weight < 0 };
}

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

const overlaps = (ranges: readonly Range[], { start, end }: Range): boolean =>
  ranges.some((each) => each.start < end && each.end > start);

/** What a clause says that praises or blames: words, phrases, ratings, problems that are solved, and what it chooses and rejects. */
export function toneWordsIn(clause: string, languages: readonly string[]): ToneWord[] {
  const all = choicesIn(clause, languages);
  // "Hard to beat" is more than "beat".
  const idioms = idiomsIn(clause, languages).filter(
    ({ start, end }) => !all.some((each) => each.start <= start && each.end >= end && each.end - each.start > end - start),
  );
  const chosen = all.filter((choice) => !overlaps(idioms, choice));
  const words = [...spacedTones(clause, languages), ...insideTones(clause, languages)].filter(
    (word) => !overlaps(idioms, word),
  );
  const relief = reliefIn(
    clause,
    words.filter((word) => word.blames).sort((a, b) => a.start - b.start),
    languages,
  );
  const choices = chosen.filter((choice) => !overlaps(relief.solving, choice));
  const taken = [...choices, ...relief.solving];
  return [
    ...words.filter((word) => !relief.problems.has(word) && !overlaps(taken, word)),
    ...relief.solving.map(({ start, end, side }) => ({ start, end, weight: side > 0 ? SOLVED : -UNSOLVED })),
    ...ratingsIn(clause).map(({ start, end, side }) => ({ start, end, weight: side * RATING })),
    ...idioms.map(({ start, end, side, contest, isShort }) => ({
      start,
      end,
      weight: side * IDIOM,
      idiom: true,
      contest,
      needsName: contest && isShort,
    })),
    ...choices.map(({ start, end, chosen: isChosen, needsName = false }) => ({
      start,
      end,
      weight: isChosen ? CHOICE : -CHOICE,
      choice: true,
      needsName,
    })),
  ];
}
