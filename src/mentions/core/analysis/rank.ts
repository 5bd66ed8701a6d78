import type { BrandHit } from "./names/find";
import type { Prose } from "./names/prose";
import { onceLoaded, section } from "./words/words";

/** How a list item or the first cell of a table row begins: with its number, in one of many forms. */
const ITEM =
  /(?:^|\n)[ \t|"'(#-]*(?:(?:No\.? ?|Nr\.? ?|第|rank ?|place ?|platz ?|top ?)?(\d{1,2})(?:[.):、,]|[位위名]|\s*\||(?:st|nd|rd|th) place)|([IVX]{1,5})[.)]|第?([一二三四五六七八九十]{1,3})[名位、.]|([\u{1f947}-\u{1f949}])|(first|second|third|fourth|fifth)(?: place| choice)?(?= *[-:]))[\s"'|(:.位名-]*$/iu;
const ROMAN: Record<string, number> = { I: 1, V: 5, X: 10 };
const ORDINALS = ["first", "second", "third", "fourth", "fifth"];
const HAN = "一二三四五六七八九";
/** Headings of a table's column of ranks. */
const rankHeading = onceLoaded(() => new RegExp(`^(?:${section("rank_headings")})$`, "iu"));

function roman(text: string): number {
  const values = Array.from(text.toUpperCase(), (letter) => ROMAN[letter]!);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}

/** 1 to 99 in Chinese numerals: 三, 十二, 二十一. */
function han(text: string): number {
  const [tens, ones] = text.includes("十") ? text.split("十") : ["", text];
  const digit = (part: string) => HAN.indexOf(part) + 1;
  return (text.includes("十") ? (tens === "" ? 1 : digit(tens!)) * 10 : 0) + (ones ? digit(ones) : 0);
}

/** Number of the list item that begins with the hit; 0 if there is none. */
function itemNumber(text: string, hit: BrandHit): number {
  const match = ITEM.exec(text.slice(Math.max(0, hit.start - 32), hit.start));
  if (!match) return 0;
  const [, digits, letters, characters, medal, ordinal] = match;
  if (digits) return Number(digits);
  if (letters) return roman(letters);
  if (characters) return han(characters);
  if (medal) return medal.codePointAt(0)! - 0x1f946;
  return ORDINALS.indexOf(ordinal!.toLowerCase()) + 1;
}

/** Longest line that counts as a row of a table. */
const MAX_ROW = 2_000;

/** The ranks that tables give in a separate column, by the offset of each row's first character. */
function rankColumns(text: string): Map<number, number> {
  const ranks = new Map<number, number>();
  let column = -1;
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const cells = line.length > MAX_ROW || !line.includes("|") ? [] : line.split("|").map((cell) => cell.trim());
    if (cells.length < 3) column = -1;
    else if (column < 0) column = cells.findIndex((cell) => rankHeading().test(cell));
    else if (/^\d{1,2}\.?$/.test(cells[column] ?? "")) ranks.set(index, Number.parseInt(cells[column]!, 10));
  }
  return ranks;
}

/**
 * Rank of each named brand (by key) among the distinct brands, by first occurrence. A brand that begins item n of a
 * numbered list ranks at least n: the n − 1 items before it count even if nobody tracks them. The same applies to a
 * table with a column of ranks.
 */
export function rankBrands({ text }: Prose, hits: readonly BrandHit[]): Map<number, number> {
  const ranks = new Map<number, number>();
  const columns = hits.length === 0 ? new Map<number, number>() : rankColumns(text);
  for (const hit of hits) {
    if (ranks.has(hit.brand.key)) continue;
    const row = columns.size === 0 ? 0 : (columns.get(text.lastIndexOf("\n", hit.start) + 1) ?? 0);
    ranks.set(hit.brand.key, Math.max(ranks.size + 1, itemNumber(text, hit), row));
  }
  return ranks;
}
