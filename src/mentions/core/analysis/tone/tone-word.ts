import type { Range } from "../words/clauses";

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

/** A negation reverses and halves the weight: "not excellent" is milder than "bad". */
export function toneWord(start: number, end: number, weight: number, negated: boolean): ToneWord {
  return { start, end, weight: negated ? -weight / 2 : weight, blames: weight < 0 };
}

/** How many words before a word a negator can be. */
export const NEGATION_REACH = 3;
