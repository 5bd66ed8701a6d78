import { isEnglishWord, isOftenCapitalized } from "../../../lib/text/everyday-words";
import { joins, sentencesOf } from "./words/clauses";
import type { BrandHit } from "./find";
import type { Verdicts } from "./judgement";
import { onceLoaded, section } from "./words/words";

/** Words that only companies, products and their offers are called, in several languages. */
const business = onceLoaded(
  () =>
    new RegExp(
      String.raw`(?<![\p{L}\p{M}])(?:${section("business")})(?![\p{L}\p{M}])|${section("business_inside")}`,
      "iu",
    ),
);
/** May follow a brand's name with a capital. */
const PRODUCT =
  /^(?:app|crm|pro|plus|cloud|ai|hq|inc|ltd|llc|gmbh|business|enterprise|premium|api|software|team|teams|free)$/iu;
/** What precedes a name that is a list item's label, and what follows it. */
const LABEL_BEFORE =
  /(?:^|\n)[ \t|>"'(]*(?:[-+•·#]\s*|\p{So}\s*|\d{1,2}\s*[.):、|]\s*|[IVX]{1,4}[.)]\s*|第?[\d一二三四五六七八九十]{1,2}[位名위、.:]*\s*[:、]?\s*|\|\s*)*$/u;
const LABEL_AFTER = /^["')]*\s{0,2}(?:[-:|(,]|$|\n)/u;
/** How far from the name a word of its category may be. */
const NEAR = 60;

interface Sentence {
  start: number;
  end: number;
  hits: BrandHit[];
}

/**
 * Drops the hits of everyday words that nothing marks as the brand. What does: the brand's domain or another name of it
 * in the answer, a word of its category nearby, a rival in the same sentence or list, a place as a list item's label,
 * or a capital inside a sentence. "Target audience" and "Monday to Friday" have none of these.
 */
export function keepCompany(
  text: string,
  answer: string,
  hits: readonly BrandHit[],
  { company, other }: Pick<Verdicts, "company" | "other">,
): BrandHit[] {
  if (!hits.some((hit) => hit.everyday)) return [...hits];
  const lower = answer.toLowerCase();
  const sure = new Set(hits.filter((hit) => !hit.everyday).map((hit) => hit.brand));
  for (const brand of new Set(hits.map((hit) => hit.brand))) if (linked(lower, brand.host)) sure.add(brand);
  for (const { brand } of company) sure.add(brand);
  const english = ENGLISH.test(text) || !FOREIGN.test(answer);
  const kept = new Set<BrandHit>();
  const open: Sentence[] = [];
  for (const sentence of sentencesWith(text, hits)) {
    for (const hit of sentence.hits) if (!hit.everyday || stands(text, sentence, hit, { sure, english })) kept.add(hit);
    if (sentence.hits.some((hit) => !kept.has(hit))) open.push(sentence);
  }
  const labels = hits.filter((hit) => isLabel(text, hit));
  const listed = labels.filter((hit) => !isOftenCapitalized(text.slice(hit.start, hit.end)) || kept.has(hit));
  if (labels.length > 1 && (listed.length > 0 || kept.size > 0)) for (const hit of labels) kept.add(hit);
  for (const { hits: inside } of open) for (const hit of paired(text, inside)) kept.add(hit);
  // A rival in the same sentence vouches for the name, unless the name is part of another one.
  for (const { hits: inside } of open) {
    const others = new Set(inside.filter((hit) => kept.has(hit)).map((hit) => hit.brand));
    for (const hit of inside) if (others.size > 0 && !isPartOfName(text, hit) && !isOwned(text, hit)) kept.add(hit);
  }
  return hits.filter((hit) => company.has(hit) || (kept.has(hit) && !(hit.everyday && other.has(hit))));
}

/** Everyday words of different brands that are side by side: "Target or Gap". */
function paired(text: string, hits: readonly BrandHit[]): BrandHit[] {
  return hits.flatMap((hit, i) => {
    const last = hits[i - 1];
    if (!last || last.brand === hit.brand || !joins(text.slice(last.end, hit.start))) return [];
    const both = [last, hit];
    return both.some((one) => isPartOfName(text, one) || isOwned(text, one) || isLowerCase(text, one)) ? [] : both;
  });
}

function isLowerCase(text: string, { start }: BrandHit): boolean {
  return /\p{Ll}/u.test(text[start]!);
}

function sentencesWith(text: string, hits: readonly BrandHit[]): Sentence[] {
  const sentences: Sentence[] = [];
  let next = 0;
  for (const { start, end } of sentencesOf(text)) {
    const inside: BrandHit[] = [];
    while (next < hits.length && hits[next]!.start < end) inside.push(hits[next++]!);
    if (inside.length > 0) sentences.push({ start, end, hits: inside });
  }
  return sentences;
}

/** Whether the answer contains a host name on its own. */
function linked(lower: string, host: string): boolean {
  if (host === "") return false;
  for (let at = lower.indexOf(host); at >= 0; at = lower.indexOf(host, at + 1)) {
    if (!/[\w-]/.test(lower[at - 1] ?? " ") && !/[\w-]/.test(lower[at + host.length] ?? " ")) return true;
  }
  return false;
}

interface Signs {
  /** Brands that the answer names in another way, too. */
  sure: ReadonlySet<BrandHit["brand"]>;
  /** The answer is in English. */
  english: boolean;
}

function stands(text: string, sentence: Sentence, hit: BrandHit, { sure, english }: Signs): boolean {
  if (isPartOfName(text, hit)) return false;
  if (sure.has(hit.brand)) return true;
  const before = text.slice(Math.max(sentence.start, hit.start - NEAR), hit.start).toLowerCase();
  const after = text.slice(hit.end, Math.min(sentence.end, hit.end + NEAR)).toLowerCase();
  if (business().test(before) || business().test(after)) return true;
  if (hit.brand.category.some((word) => holdsWord(before, word) || holdsWord(after, word))) return true;
  return hasTellingCapital(text, sentence, hit, english);
}

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (
      /[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u.test(word) &&
      /\p{L}/u.test(text[at - 1] ?? " ")
    )
      continue;
    return true;
  }
  return false;
}

/** Signs of English, and of other languages. */
const ENGLISH = /\b(?:the|and|with)\b/i;
const FOREIGN =
  /[^\0-\u02ff]\p{L}|[\u00c0-\u02ff]|\b(?:der|und|ist|les?|est|el|los|que|il|di|het|een|och|og|jest|si|este)\b/u;
const article = onceLoaded(() => new RegExp(`^(?:${section("articles")})$`, "u"));
/** What may follow a name, but seldom an adjective: "Linear is", but "Linear algebra". */
const AFTER_NAME =
  /^(?:'s)?\s*(?:[^\s\p{L}\p{N}]|$)|^ (?:is|are|was|has|have|had|can|will|for|and|or|to|in|on|at|with|as|also|offers?|provides?|lets|does|from|vs|versus|instead|because|when|if|over|but|wins)(?!\p{L})/u;

/** A capital that neither the sentence's beginning nor a place, a day, a title or German spelling explains. */
function hasTellingCapital(text: string, sentence: Sentence, { start, end }: BrandHit, english: boolean): boolean {
  const name = text.slice(start, end);
  if (isOftenCapitalized(name) || name === name.toLowerCase()) return false;
  const before = text.slice(Math.max(sentence.start, start - 24), start);
  const word = /([\p{L}\p{M}'-]+)[ ,]+["'(]*$/u.exec(before)?.[1];
  if (word !== undefined && article().test(word.toLowerCase())) return false;
  // An English word inside another language is a name.
  if (!english) return isEnglishWord(name);
  if (!AFTER_NAME.test(text.slice(end, end + 16))) return false;
  return name === name.toUpperCase() || (word !== undefined && word === word.toLowerCase());
}

/** Whether the neighbouring words make another name of it: "Nova Scotia", "Bossa Nova". */
function isPartOfName(text: string, { start, end, brand }: BrandHit): boolean {
  const after = /^ (\p{Lu}[\p{L}\p{M}'-]*)/u.exec(text.slice(end, end + 30))?.[1];
  const isOwn = (word: string) => PRODUCT.test(word) || brand.category.includes(word.toLowerCase());
  if (after !== undefined && !isOwn(after)) return true;
  const line = text.slice(Math.max(0, start - 40), start);
  const before = /(?:^|[^\p{L}])(\p{Lu}\p{Ll}[\p{L}\p{M}'-]*) $/u.exec(line);
  if (before === null || isOwn(before[1]!)) return false;
  // At the beginning of a sentence, the word has its capital anyway: "Try Linear".
  return !/(?:^|[.!?:\n]\s*)$/u.test(line.slice(0, before.index + before[0].length - before[1]!.length - 1));
}

/** "Costco missed its Target" does not mention Target. */
function isOwned(text: string, { start }: BrandHit): boolean {
  return /\b(?:its|his|her|my|our|your|their) $/i.test(text.slice(Math.max(0, start - 8), start));
}

function isLabel(text: string, { start, end }: BrandHit): boolean {
  return LABEL_BEFORE.test(text.slice(Math.max(0, start - 24), start)) && LABEL_AFTER.test(text.slice(end, end + 4));
}
