import type { Range } from "./clauses";
import { negates, WORD } from "./lexicon";
import { anyPhrase, phrasePattern } from "./phrases";
import { listsByLanguage } from "./words";

/** What a text says that its author would choose, or would not. */
export interface ChosenName extends Range {
  chosen: boolean;
  /** It is a choice only if a name follows: "go to Acme", "skip Acme". */
  needsName?: boolean;
}

interface Choosing {
  choosing: RegExp;
  rejecting: RegExp | null;
  /** Verbs that make no choice: "I'd say". */
  other: RegExp | null;
  /** Verbs that choose the name behind them: "go to". */
  naming: RegExp | null;
  /** What rejects the name right behind it: "skip". */
  shunning: RegExp | null;
}

const choosingLines = listsByLanguage("choosing");
const ordinalLines = listsByLanguage("ordinals");
const compiled = new Map<string, Choosing | null>();
const compiledOrdinals = new Map<string, RegExp[]>();

function choosingOf(code: string): Choosing | null {
  const known = compiled.get(code);
  if (known !== undefined) return known;
  const lists = choosingLines().get(code);
  const [choose = "", reject, other, naming, shunning] = lists ?? [];
  const found = lists
    ? {
        choosing: new RegExp(anyPhrase(choose), "giu"),
        rejecting: phrasePattern(reject),
        other: phrasePattern(other, "iu"),
        naming: phrasePattern(naming),
        shunning: phrasePattern(shunning),
      }
    : null;
  compiled.set(code, found);
  return found;
}

/** How many of an answer's likely languages are asked. */
const LIKELY = 2;
/** How many words before a verb deny it, and how many after it. */
const BEFORE = 2;
const AFTER = 5;
/** The same with short pronouns between, and their longest. */
const BEFORE_PRONOUNS = 4;
const PRONOUN = 3;
/** How far behind a choice a rejection takes it back. */
const TAKEN_BACK = 40;
/** Follows the verb in Germanic languages, and what stands for it in Slavic ones: "я бы его не советовал". */
const DENIED_AFTER =
  /^(?:not|nicht|niet|inte|ikke|ikkje|ekki|never|nie|nooit|aldrig|aldri|nirgends|keinesfalls|pas|jamais|не|ne|nem|niets|niks|inget|ingenting|intet|nichts)$/u;
const wordsIn = (text: string) => text.toLowerCase().match(WORD) ?? [];

function isDeniedBefore(text: string, start: number): boolean {
  const before = wordsIn(
    text
      .slice(Math.max(0, start - 30), start)
      .split(/[,;:()]/)
      .at(-1)!,
  );
  // "Non te la consiglio": pronouns may stand between.
  let from = before.length - BEFORE;
  while (from > 0 && from > before.length - BEFORE_PRONOUNS && before[from]!.length <= PRONOUN) from--;
  return before.slice(Math.max(0, from)).some((word) => negates(word));
}

function isDenied(text: string, { start, end }: Range): boolean {
  if (isDeniedBefore(text, start)) return true;
  const after = wordsIn(text.slice(end, end + 60).split(/[,;:()]/)[0]!).slice(0, AFTER);
  return after.some((word) => DENIED_AFTER.test(word)) || after.slice(0, 2).some((word) => word.endsWith("n't"));
}

/** What a clause chooses and rejects, in order. */
export function choicesIn(text: string, languages: readonly string[]): ChosenName[] {
  const found: ChosenName[] = [];
  const add = (index: number, word: string, choice: Pick<ChosenName, "chosen" | "needsName">) => {
    const range = { start: index, end: index + word.length };
    if (!found.some((each) => each.start < range.end && each.end > range.start)) found.push({ ...range, ...choice });
  };
  for (const code of languages.slice(0, LIKELY)) {
    const words = choosingOf(code);
    if (words === null) continue;
    for (const { index, 0: word } of words.rejecting ? text.matchAll(words.rejecting) : [])
      add(index, word, { chosen: false });
    for (const { index, 0: word } of text.matchAll(words.choosing)) {
      const end = index + word.length;
      const next = wordsIn(text.slice(end, end + 40)).slice(0, 2);
      if (words.other?.test([word, ...next].join(" ")) === true) continue;
      add(index, word, { chosen: !isDenied(text, { start: index, end }) });
    }
    for (const { index, 0: word } of words.naming ? text.matchAll(words.naming) : []) {
      const chosen = !isDenied(text, { start: index, end: index + word.length });
      add(index, word, { chosen, needsName: true });
    }
  }
  // "Zou ik laten staan": what follows tells that it is no choice.
  const isTakenBack = (each: ChosenName) =>
    each.chosen &&
    found.some(
      ({ start, chosen }) =>
        !chosen &&
        start >= each.end &&
        start - each.end <= TAKEN_BACK &&
        !/[,;:.、，。]/.test(text.slice(each.end, start)),
    );
  return found.filter((each) => !isTakenBack(each)).sort((a, b) => a.start - b.start);
}

/** What a clause rejects if a name follows: "skip Acme". Names themselves are weighed without it. */
export function shunnedIn(text: string, languages: readonly string[]): ChosenName[] {
  return languages.slice(0, LIKELY).flatMap((code) => {
    const shunning = choosingOf(code)?.shunning;
    return Array.from(shunning ? text.matchAll(shunning) : [], ({ index, 0: word }) => {
      const range = { start: index, end: index + word.length };
      return { ...range, chosen: isDeniedBefore(text, index), needsName: true };
    });
  });
}

/** Which place in a list a clause names: 1 to 3, or Infinity for the last; 0: none. */
export function ordinalIn(text: string, languages: readonly string[]): number {
  for (const code of languages.slice(0, LIKELY)) {
    const known = compiledOrdinals.get(code);
    const lists = known ?? (ordinalLines().get(code) ?? []).map((list) => new RegExp(anyPhrase(list), "iu"));
    if (!known) compiledOrdinals.set(code, lists);
    const place = lists.findIndex((list) => list.test(text));
    if (place >= 0) return place === 3 ? Infinity : place + 1;
  }
  return 0;
}
