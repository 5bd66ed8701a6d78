import type { Prose } from "./names/prose";
import { foldTerm } from "./words/fold";
import type { Brand } from "./names/terms";
import { onceLoaded, section } from "./words/words";
import { isEverydayWord } from "../../../lib/text/everyday-words";

/** Case endings of languages that inflect names, folded. */
const ending = onceLoaded(() => new RegExp(`^(?:${section("endings")})$`, "iu"));
const MAX_FORMS = 3;

/** The longest beginning of a name that its inflected forms share. */
function stemOf(name: string): string {
  return name.replace(/[aeiouyаеиоуыяюё]$/iu, "");
}

/** Forms of the names in a text that look inflected and that no hit covers. One word of at least five letters each. */
export function inflectionsIn(
  { text }: Prose,
  brands: readonly Brand[],
  hits: ReadonlyArray<{ start: number; end: number }>,
): Array<{ name: string; seen: string; alias: string }> {
  const starts = new Set(hits.map((hit) => hit.start));
  return brands.flatMap(({ name }) => {
    const folded = foldTerm(name);
    const stem = stemOf(folded);
    if (!/^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]{5,40}$/u.test(folded) || isEverydayWord(folded)) return [];
    const found = new Map<string, string>();
    for (const { 0: word, index } of text.matchAll(
      /(?<![\p{L}\p{M}\p{N}@.-])\p{Lu}[\p{L}\p{M}]{3,44}(?![\p{L}\p{M}])/gu,
    )) {
      if (found.size === MAX_FORMS) break;
      if (!word.startsWith(stem) || starts.has(index) || word === folded) continue;
      if (ending().test(word.slice(stem.length))) found.set(word, `${stem}*`);
    }
    return Array.from(found, ([seen, alias]) => ({ name, seen, alias }));
  });
}
