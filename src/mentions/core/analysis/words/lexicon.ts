import { valenceOf } from "./languages";
import { onceLoaded, section } from "./words";

/** Words that negate the next few, or lessen them: not, never, kein, pas, no, nao, non, niet, nie, не, less, moins … */
const negators = onceLoaded(() => new Set(section("negators").split(/\s+/)));
export const isNegator = (word: string): boolean => negators().has(word);

/** Negators that follow the word they negate: Turkish, Japanese, Korean, Hindi, Persian, Bengali. */
export const negatorsAfter = onceLoaded(() => new RegExp(section("negators_after"), "u"));
/** A denial anywhere in a clause, in the languages whose word for it is not a separate word before the noun. */
const deniedSomewhere = onceLoaded(() => new RegExp(section("denied_somewhere"), "u"));
/** Whether a text denies what precedes it, in a language that puts the denial last. */
export const holdsNegatorAfter = (text: string): boolean => deniedSomewhere().test(text);
/** "Not only fast" does not negate. */
export const MERELY =
  /^(?:only|just|merely|simply|nur|bloss|solo|solamente|seulement|uniquement|apenas|somente|soltanto|alleen|slechts|tylko|только|лишь|лише|тільки|bara|enbart|kun|bare|blot|vain|pelkastaan|jen|len|iba|nejen|nielen|csak|csupan|numai|doar|sadece|yalnizca|μονο|samo|само|nomes|tik|vien|فقط|केवल|सिर्फ)$/u;
/** Negators that precede the word they negate, in scripts without spaces. */
export const NEGATORS_BEFORE = /(?:不|没|沒|非|未|ไม่)(?:是|太|够|夠|很|那么|那麼|算)?$/u;

interface Word {
  weight: number;
  pattern: string;
  /** Any denial in its clause turns it into praise. */
  grievance?: boolean;
  /** How many words before it a negator can be. */
  reach?: number;
  /** It is no fault that may be "hard to find". */
  event?: boolean;
}

function entries(list: string, sign: 1 | -1): Word[] {
  return list
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [word, weight] = entry.split(":") as [string, string?];
      return { pattern: word.replaceAll("_", " "), weight: sign * Number(weight ?? 1) };
    });
}

/** A fine or a recall weighs more than a word. */
const EVENT = 1.5;

const isInside = ({ pattern }: Word) =>
  pattern.includes(" ") || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u.test(pattern);

const lexicon = onceLoaded(() => {
  const words: Word[] = [
    ...entries(section("praise"), 1),
    ...entries(section("blame"), -1),
    ...entries(section("events"), -1).map((word) =>
      Object.assign(word, {
        weight: EVENT * word.weight,
        event: true,
        ...(/[a-z]/.test(word.pattern) && { reach: 6 }),
      }),
    ),
    ...entries(section("grievances"), -1).map((word) => Object.assign(word, { grievance: true })),
    ...entries(section("faults"), -1).map((word) => Object.assign(word, { reach: 5 })),
  ];
  const exact = new Map<string, Word>();
  const stems = new Map<string, Word>();
  const inside = new Map<string, Word>();
  for (const word of words) {
    if (isInside(word)) inside.set(word.pattern.replace("*", ""), word);
    else if (word.pattern.endsWith("*")) stems.set(word.pattern.slice(0, -1), word);
    else exact.set(word.pattern, word);
  }
  const longest = [...inside.keys()].sort((a, b) => b.length - a.length);
  const spaced = longest.filter((each) => each.includes(" "));
  const joined = longest.filter((each) => !each.includes(" "));
  const pattern = String.raw`(?<!\p{L})(?:${spaced.join("|")})|${joined.join("|")}`;
  const longestStem = Math.max(...Array.from(stems.keys(), (stem) => stem.length));
  return { exact, stems, inside, longestStem, insideWords: new RegExp(pattern, "giu") };
});

/** A longer rest makes another word of a stem that is no longer itself. */
const LONGEST_ENDING = 7;
/** Shorter stems begin many other words: "len*" does not match "lendemain". */
const SHORT = 4;
const SHORT_ENDING = 4;

/** The entry of a whole lower-case word. Arabic and Hebrew join "and" to the word. */
export function wordInLexicon(word: string): Word | undefined {
  const { exact, stems, longestStem } = lexicon();
  const whole = exact.get(word);
  if (whole !== undefined) return whole;
  for (let length = Math.min(word.length, longestStem); length >= 2; length--) {
    const stem = stems.get(word.slice(0, length));
    // "Schnellkochtopf" is no praise.
    const rest = word.length - length;
    if (stem !== undefined && (length > LONGEST_ENDING || rest <= (length < SHORT ? SHORT_ENDING : LONGEST_ENDING)))
      return stem;
  }
  return /^[\u05d5\u0648]./u.test(word) ? wordInLexicon(word.slice(1)) : undefined;
}

/** Matches entries of several words, and words of scripts without spaces, longest first. */
export const insideWords = (): RegExp => lexicon().insideWords;
export const insideLexicon = (word: string): Word | undefined => lexicon().inside.get(word.toLowerCase());

/** Words of praise and blame that the libraries know of a language, by their beginnings; `null`: both kinds begin so. */
const valences = new Map<string, Map<string, number | null>>();
/** Shortest beginning that stands for a word, and the least part of a word that it is. */
const MIN_STEM = 5;

function stemsOf(code: string): Map<string, number | null> {
  const known = valences.get(code);
  if (known) return known;
  const stems = new Map<string, number | null>();
  for (const [side, list] of valenceOf(code).entries())
    for (const word of list === "" ? [] : list.split(" ")) {
      const stem = word.length > MIN_STEM ? word.slice(0, Math.max(MIN_STEM, word.length - 2)) : word;
      const weight = side === 0 ? 1 : -1;
      stems.set(stem, stems.has(stem) && stems.get(stem) !== weight ? null : weight);
    }
  valences.set(code, stems);
  return stems;
}

/** Languages whose words are often one syllable of several, so that the libraries' single words mislead. */
const SYLLABLES = new Set(["vi", "th", "zh", "ja", "ko"]);

/** What the libraries say of a lower-case word in a language: 1 praise, −1 blame, 0 neither or unknown. */
export function valenceIn(word: string, code: string): number {
  if (SYLLABLES.has(code)) return 0;
  const stems = stemsOf(code);
  if (word.length <= MIN_STEM) return stems.get(word) ?? 0;
  for (let length = word.length; length >= Math.max(MIN_STEM, word.length - 4); length--) {
    const weight = stems.get(word.slice(0, length));
    if (weight !== undefined) return weight ?? 0;
  }
  return 0;
}

export const WORD = /[\p{L}\p{M}][\p{L}\p{M}'-]*/gu;

/** Offsets of words that blame, in order of appearance of each kind. */
export function* blameIn(text: string): Generator<number> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if ((wordInLexicon(word.toLowerCase())?.weight ?? 0) < 0) yield index;
  }
  for (const { 0: word, index } of text.matchAll(insideWords())) {
    if ((insideLexicon(word)?.weight ?? 0) < 0) yield index;
  }
}

/** Whether a text contains any word of praise or blame. */
export function hasTone(text: string): boolean {
  return (
    text.match(WORD)?.some((word) => wordInLexicon(word.toLowerCase())) === true || text.search(insideWords()) >= 0
  );
}

/** Whether a lower-case word negates: "not", "doesn't". */
export const negates = (word: string): boolean => isNegator(word) || word.endsWith("n't");

/** Whether a text negates anything. */
export function holdsNegator(text: string): boolean {
  const words = text.toLowerCase().match(WORD) ?? [];
  return deniedSomewhere().test(text) || words.some((word) => negates(word) || word === "cannot");
}
