import type { BrandHit } from "./find";
import type { Prose } from "./prose";

/** Number of a list item, or of the first cell of a table row, at the start of a line. */
const ITEM_NUMBER = /(?:^|\n)[ \t|"'(#-]*(?:No\.? ?|Nr\.? ?|第)?(\d{1,2})(?:[.):、,]|位|\s*\|)[\s"'|(:.-]*$/iu;

/** Number of the list item that begins with the hit; 0 if there is none. */
function itemNumber(text: string, hit: BrandHit): number {
  const match = ITEM_NUMBER.exec(text.slice(Math.max(0, hit.start - 24), hit.start));
  return match ? Number(match[1]) : 0;
}

/**
 * Rank of each named brand (by key) among the distinct brands, by first occurrence. A brand that begins item n of a
 * numbered list ranks at least n: the n − 1 items before it count even if nobody tracks them.
 */
export function rankBrands({ text }: Prose, hits: readonly BrandHit[]): Map<number, number> {
  const ranks = new Map<number, number>();
  for (const hit of hits) {
    if (ranks.has(hit.brand.key)) continue;
    ranks.set(hit.brand.key, Math.max(ranks.size + 1, itemNumber(text, hit)));
  }
  return ranks;
}
