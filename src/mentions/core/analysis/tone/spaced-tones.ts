import { holdsNegatorAfter, isNegator, MERELY, negates, negatorsAfter, WORD, wordInLexicon } from "../words/lexicon";
import { onceLoaded, section } from "../words/words";
import { denyingWords } from "./denying";
import { inAllLanguages, otherWeight } from "./known-words";
import { NEGATION_REACH, toneWord, type ToneWord } from "./tone-word";

/** How far behind a grievance a verb that denies it may be. */
const LAST = 40;
/** The same for faults that the lists by language know: "barely anything that one could fault". */
const FAULT_REACH = 6;

/** Follows a verb that it denies in Germanic languages: "überzeugt nicht", "lohnt sich kaum". */
const DENIED_BEHIND =
  /^ (?:(?:sich|mich|uns|dich|euch|zich|mij|ons|mig|oss|dig|sig|seg|meg|deg|aber|jedoch|leider|helaas) )?(?:nicht|niet|inte|ikke|ikkje|ekki|nie|nooit|aldrig|aldri|kaum|selten|zelden|sallan|sjaeldent|sjelden)(?![\p{L}\p{M}]| (?:nur|alleen|bara|kun|bare|zuletzt|zu \p{L}|te \p{L}|sa \p{L}|so \p{L}))/u;
/** Joins what follows a comma to what is denied before it: "nichts, das man bemängeln könnte". */
const RELATIVE =
  /^(?:that|which|who|das|die|der|den|dem|was|wat|dat|que|qui|che|som|der|co|ktor\p{L}*|kter\p{L}*|sto|koj\p{L}*|що|что|котор\p{L}*|як(?:ий|а|е|і|ого|ої|ому|им|ими|их)|който|което|која|које|joka|jota|mita|jossa|ami|amit|amely\p{L}*|care|που|kas|ko|kurs|kuri\p{L}*|mis|mida)$/u;

const NEAR_HARD = [-4, -3, -2, -1, 1, 2, 3, 4];
/** Words like "hard" beside a fault: "hard to fault". */
const hard = onceLoaded(() => new RegExp(`^(?:${section("hard")})$`, "u"));

/** Single words that praise or blame, between spaces. */
export function spacedTones(text: string, languages: readonly string[]): ToneWord[] {
  const words = [...text.matchAll(WORD)];
  const lower = words.map((word) => word[0].toLowerCase().replace(/'s$/, ""));
  const isDenying = denyingWords(languages);
  const deniesAt = (i: number) =>
    (negates(lower[i]!) || isDenying(lower[i]!)) && ![1, 2].some((ahead) => MERELY.test(lower[i + ahead] ?? ""));
  /** A denial of a grievance precedes it, or follows in the same part in languages that put it last. */
  const takesBack = (i: number, end: number) => {
    for (let j = 0; j < i; j++) if (deniesAt(j)) return true;
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
    const isBlamed = isFault(entry);
    if (isBlamed && NEAR_HARD.some((step) => hard().test(lower[i + step] ?? "")))
      return [toneWord(word.index, end, -entry.weight, false)];
    let negated = negatorsAfter().test(text.slice(end, end + 12)) || DENIED_BEHIND.test(text.slice(end, end + 24));
    for (let j = i - 1; j >= Math.max(0, i - (entry.reach ?? NEGATION_REACH)); j--) {
      const apart = /[,;:،]/.test(text.slice(words[j]!.index + words[j]![0].length, words[j + 1]!.index));
      if (apart && !RELATIVE.test(lower[j + 1]!)) break;
      negated ||= deniesAt(j);
    }
    // "Жалоб нет", "черг менше".
    const after = lower[i + 1];
    if (isBlamed && after && isNegator(after)) negated ||= /^\s$/.test(text.slice(end, words[i + 1]!.index));
    if (entry.grievance) negated ||= takesBack(i, end);
    return [toneWord(word.index, end, entry.weight, negated)];
  });
}

/** "Hard" in "hard to fault" blames nobody. */
function isPartOfFault(words: readonly string[], i: number): boolean {
  if (!hard().test(words[i]!)) return false;
  return NEAR_HARD.some((step) => {
    const entry = wordInLexicon(words[i + step] ?? "");
    return entry !== undefined && isFault(entry);
  });
}

/** A word that blames for what somebody may find or complain about; an event is none. */
const isFault = ({ weight, grievance, reach, event }: NonNullable<ReturnType<typeof wordInLexicon>>): boolean =>
  weight < 0 && (grievance === true || (reach !== undefined && event !== true));
