import { zipfOf } from "../words/languages";
import type { BrandHit } from "./find";

/** The word behind a name that may be its product's: "Teufel Cinebar 11". */
const PRODUCT = /^ (\p{Lu}[\p{L}\p{M}\d-]{3,29})(?![\p{L}\p{M}])/u;
/** Products of one answer, and places of them. */
const MOST = 24;
const PLACES = 100;

/**
 * The places where a product's name stands for its brand: after "Teufel Cinebar 11", "the Cinebar" speaks of Teufel. Words
 * that the answer's language knows are no products, and a word that follows two brands is neither's.
 */
export function productHits(text: string, hits: readonly BrandHit[], languages: readonly string[]): BrandHit[] {
  const products = new Map<string, BrandHit | null>();
  for (const hit of hits) {
    const word = PRODUCT.exec(text.slice(hit.end, hit.end + 40))?.[1];
    if (word === undefined || zipfOf(word.toLowerCase(), languages[0] ?? "en") > 0) continue;
    const other = products.get(word);
    if (other === undefined && products.size >= MOST) break;
    products.set(word, other === undefined || other?.brand === hit.brand ? hit : null);
  }
  const found = new Map([...products].filter(([, hit]) => hit !== null));
  if (found.size === 0) return [];
  const covered = (start: number, end: number) => hits.some((hit) => hit.start < end && hit.end > start);
  const behind = new Set(hits.map((hit) => hit.end + 1));
  const anyOf = new RegExp(String.raw`(?<![\p{L}\p{M}\d])(?:${[...found.keys()].join("|")})(?![\p{L}\p{M}])`, "gu");
  const places: BrandHit[] = [];
  let seen = 0;
  for (const { index, 0: word } of text.matchAll(anyOf)) {
    if (++seen > PLACES) break;
    const end = index + word.length;
    if (!behind.has(index) && !covered(index, end)) places.push({ ...found.get(word)!, start: index, end });
  }
  return places;
}
