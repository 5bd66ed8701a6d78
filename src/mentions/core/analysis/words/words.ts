import { foldVariants } from "./fold";

/** The sections of the file of words by name (src/mentions/analyse/answer-words.txt); null before it is loaded. */
let sections: ReadonlyMap<string, string> | null = null;

/** Reads the file: lines with `[name]` begin a section, lines with `#` are comments. */
export function setWords(file: string): void {
  const read = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of foldVariants(file)
    .split("\n")
    .map((each) => each.trim())) {
    const name = /^\[(\w+)\]$/.exec(line)?.[1];
    if (name !== undefined) read.set(name, (current = []));
    else if (line !== "" && !line.startsWith("# ")) current.push(line);
  }
  sections = new Map(Array.from(read, ([name, lines]) => [name, lines.join("\n")]));
}

export const hasWords = (): boolean => sections !== null;

/** A section's lines. @throws Error if the file is not loaded or has no such section. */
export function section(name: string): string {
  const text = sections?.get(name);
  if (text === undefined) throw new Error(`The words for reading answers are not loaded: ${name}.`);
  return text;
}

/** A section with a line per language, `code|list|list…`, by code. */
export const listsByLanguage = (name: string): (() => ReadonlyMap<string, string[]>) =>
  onceLoaded(
    () =>
      new Map(
        section(name)
          .split("\n")
          .map((line): [string, string[]] => {
            const [code, ...lists] = line.split("|");
            return [code!, lists];
          }),
      ),
  );

/** Letters of scripts that put no spaces, or not always, between words. */
export const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u;

/**
 * A pattern of the first of these that fits. Those in scripts with spaces stand between the bounds. Neighbours share them, because classes
 * of all letters take longer to compile than all words.
 */
export function patternOfAny(
  entries: readonly string[],
  patternOf: (entry: string) => string,
  [before, after]: readonly [before: string, after: string],
): string {
  const runs: Array<{ isFree: boolean; patterns: string[] }> = [];
  for (const entry of entries) {
    const isFree = UNSPACED.test(entry);
    if (runs.at(-1)?.isFree !== isFree) runs.push({ isFree, patterns: [] });
    runs.at(-1)!.patterns.push(patternOf(entry));
  }
  return runs
    .map(({ isFree, patterns }) => (isFree ? patterns.join("|") : `${before}(?:${patterns.join("|")})${after}`))
    .join("|");
}

/** Computes a value from the words at its first use. */
export function onceLoaded<T>(compute: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= compute());
}
