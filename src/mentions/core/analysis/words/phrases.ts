import { patternOfAny, UNSPACED } from "./words";

/** Arabic and Hebrew join "and", "so" and "that" to a word. */
const JOINED = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;
/** What "…" stands for: some words of the same part of a sentence. */
const GAP = String.raw`[^\n.;:!?。！？]{0,60}?`;

/** A pattern of any phrase in a list with commas. "*" matches letters, "…" some words, and spaces any spaces. */
export function anyPhrase(list: string): string {
  const entries = list
    .split(",")
    .filter(Boolean)
    .sort((a, b) => b.length - a.length);
  const patternOf = (entry: string) =>
    (JOINED.test(entry) && !UNSPACED.test(entry) ? "[وفוש]?" : "") +
    entry
      .replaceAll(".", String.raw`\.`)
      .replaceAll("*", String.raw`[\p{L}\p{M}]*`)
      .replaceAll(/\s?…\s?/g, () => (UNSPACED.test(entry) ? GAP : String.raw`\s${GAP}(?<![\p{L}\p{M}])`));
  return patternOfAny(entries, patternOf, [String.raw`(?<![\p{L}\p{M}])`, String.raw`(?![\p{L}\p{M}])`]);
}

/** The pattern of a list; null if it is empty or missing. */
export function phrasePattern(list = "", flags = "giu"): RegExp | null {
  return list === "" ? null : new RegExp(anyPhrase(list), flags);
}
