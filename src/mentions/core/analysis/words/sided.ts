import { listsByLanguage, patternOfAny, UNSPACED } from "./words";

/**
 * Words of a language that speak for one of two sides: praise or blame, trade or another sense. In the file of words, a line
 * is `language|words of the first side|words of the second|words of neither side that begin as some of them do`. A trailing "*" matches every ending; "_" is a space. Phrases,
 * and words of scripts without spaces, match inside the text.
 */
interface Sided {
  whole: ReadonlyMap<string, number>;
  stems: ReadonlyMap<string, number>;
  longest: number;
  inside: ReadonlyMap<string, number>;
  pattern: RegExp | null;
}
export type SidedSection = "judging" | "settings";

const ENDING = /\*$/;
const SIDES = [1, -1, 0] as const;

function compiled(lists: readonly string[]): Sided {
  const whole = new Map<string, number>();
  const stems = new Map<string, number>();
  const inside = new Map<string, number>();
  for (const [i, list] of lists.entries())
    for (const entry of list.split(" ").filter(Boolean)) {
      const [word, side] = [entry.replace(ENDING, "").replaceAll("_", " "), SIDES[i]!];
      if (word.includes(" ") || UNSPACED.test(word)) inside.set(word, side);
      else (ENDING.test(entry) ? stems : whole).set(word, side);
    }
  const phrases = [...inside.keys()].sort((a, b) => b.length - a.length);
  const pattern = patternOfAny(phrases, (phrase) => phrase, [String.raw`(?<!\p{L})`, String.raw`(?![\p{L}\p{M}])`]);
  return {
    whole,
    stems,
    inside,
    longest: Math.max(0, ...Array.from(stems.keys(), (stem) => stem.length)),
    pattern: pattern === "" ? null : new RegExp(pattern, "giu"),
  };
}

const SECTIONS: Record<SidedSection, () => ReadonlyMap<string, string[]>> = {
  judging: listsByLanguage("judging"),
  settings: listsByLanguage("settings"),
};
const known = new Map<string, Sided>();

function sidedOf(name: SidedSection, code: string): Sided {
  const key = `${name} ${code}`;
  const found = known.get(key) ?? compiled(SECTIONS[name]().get(code) ?? []);
  known.set(key, found);
  return found;
}

/** Shorter stems match only words that are little longer, because many other words begin so. */
const SHORT = 4;
const LONG_ENDING = 4;

/** The side of a lower-case word: 1 the first, −1 the second, 0 neither; `undefined`: the lists don't know it. */
export function knownSideOf(name: SidedSection, word: string, code: string): number | undefined {
  const { whole, stems, longest } = sidedOf(name, code);
  const side = whole.get(word);
  if (side !== undefined) return side;
  for (let length = Math.min(word.length, longest); length >= 2; length--) {
    const found = stems.get(word.slice(0, length));
    if (found !== undefined && (length > SHORT || word.length - length <= LONG_ENDING)) return found;
  }
  return undefined;
}

export const sideOf = (name: SidedSection, word: string, code: string): number => knownSideOf(name, word, code) ?? 0;

/** Phrases of either side, and words of scripts without spaces, in a text. */
export function* sidesInside(
  name: SidedSection,
  text: string,
  code: string,
): Generator<{ start: number; end: number; side: number }> {
  const { pattern, inside } = sidedOf(name, code);
  if (pattern === null) return;
  for (const { index, 0: found } of text.matchAll(pattern))
    yield { start: index, end: index + found.length, side: inside.get(found.toLowerCase()) ?? 0 };
}
