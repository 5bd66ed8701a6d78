import type { Range } from "../words/clauses";
import { WORD } from "../words/lexicon";
import { sideOf, sidesInside, type SidedSection } from "../words/sided";

/** How many different words of each side a text has. */
export interface Sides {
  first: number;
  second: number;
}

/** How many of an answer's likely languages are asked. */
const LIKELY = 2;
/** How far before and after a name its sentence is read. */
const READ = 160;

export function sidesIn(section: SidedSection, text: string, languages: readonly string[]): Sides {
  const first = new Set<string>();
  const second = new Set<string>();
  const add = (word: string, side: number) => {
    if (side > 0) first.add(word);
    else if (side < 0) second.add(word);
  };
  const codes = languages.slice(0, LIKELY);
  for (const word of new Set(text.toLowerCase().match(WORD) ?? [])) {
    const side = codes.map((code) => sideOf(section, word.replace(/'s$/, ""), code)).find((each) => each !== 0);
    if (side !== undefined) add(word, side);
  }
  for (const code of codes)
    for (const { start, end, side } of sidesInside(section, text, code)) add(text.slice(start, end), side);
  return { first: first.size, second: second.size };
}

/** The part of a sentence around a name, without the name. */
export function aroundName(text: string, sentence: Range, { start, end }: Range): string {
  return `${text.slice(Math.max(sentence.start, start - READ), start)} ${text.slice(end, Math.min(sentence.end, end + READ))}`;
}

/** "Leonardo da Vinci": a person's name before a particle. */
const PERSON_BEFORE = /\p{Lu}[\p{L}\p{M}]+ (?:de|da|di|do|dos|du|von|van|der|den|del|della|ter|bin|ibn|al)[ -]$/u;
/** "Carrefour de l'Odeon", "Inter de Milao": a place or a club has a longer name. */
const OF_AFTER = /^ (?:de|da|do|di|del|della|dell'|du|des|of|von|van|al|de la|de l'|d') ?\p{Lu}/u;
export const isPersonsName = (before: string): boolean => PERSON_BEFORE.test(before);
export const hasOfAfter = (after: string): boolean => OF_AFTER.test(after);
