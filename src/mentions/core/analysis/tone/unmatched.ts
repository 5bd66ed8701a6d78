import type { Range } from "../words/clauses";
import type { BrandHit } from "../names/find";
import { blameIn, negates, WORD } from "../words/lexicon";
import { onceLoaded, section } from "../words/words";

const comparison = onceLoaded(() => new RegExp(String.raw`(?<!\p{L})(?:${section("comparisons")})\p{L}*`, "giu"));
/** Comparisons in scripts without spaces, before the brand. */
const COMPARISON_INSIDE = /比|媲美|胜过|勝過|超过|超過|超越|ดีกว่า|เทียบ|สู้|เหนือกว่า/gu;
const NEGATION_INSIDE = /没有|沒有|无|無|没|ไม่มี/u;
/** What follows the yardstick of a comparison in languages that put the verb last. */
const YARDSTICK =
  /^(?:\s?(?:より|ほど|に(?:勝る|匹敵|並ぶ)|を(?:超|上回)|보다|만큼|만\s?한|에 (?:견줄|필적))|'?(?:dan|den|tan|ten) (?:daha|iyi)| kadar(?!\p{L})| gibisi|\s(?:से|जैसा|जैसी|जितना|जितनी|के (?:बराबर|मुकाबले|जैसा|जैसी))\s|\s?(?:এর|র)?\s?(?:চেয়ে|মতো|থেকে)\s)/u;
const DENIED_LAST = /ない|ません|없|않|नहीं|নেই|নাই|না(?!\p{L})|yok|degil|bulunmu/u;

/**
 * Whether a clause praises the only brand it names by denying that anything is better or as good: "nothing beats Acme".
 * 1: praise, −1: blame ("no tool is worse than Acme"), 0: neither.
 */
export function unmatchedIn(text: string, { start, end }: Range, hits: readonly BrandHit[], key: number): number {
  const brand = hits[0];
  if (!brand || brand.brand.key !== key || hits.some((hit) => hit.brand !== brand.brand)) return 0;
  const before = text.slice(start, brand.start);
  const after = text.slice(brand.end, end);
  if (YARDSTICK.test(after) && DENIED_LAST.test(after)) return sign(after);
  const negation = firstNegation(before);
  if (negation < 0) return 0;
  const compared = [
    ...before.slice(negation).matchAll(comparison()),
    ...before.slice(negation).matchAll(COMPARISON_INSIDE),
  ];
  if (compared.length === 0) return 0;
  // "Nothing bad to say of Acme": what is denied is no yardstick.
  const rest = compared.reduce(
    (left, { 0: word }) => (WORSE.test(word) ? left : left.replace(word, " ")),
    before.slice(negation),
  );
  return sign(rest);
}
/** Denied, these blame: "no tool is worse than Acme". */
const WORSE = /^(?:pire|peor|pior|worse|gors|hors|peggi)/iu;

function sign(text: string): number {
  return blameIn(text).next().done === true ? 1 : -1;
}

function firstNegation(text: string): number {
  const inside = text.search(NEGATION_INSIDE);
  if (inside >= 0) return inside;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const lower = word.toLowerCase();
    if (negates(lower) || lower === "cannot") return index;
  }
  return -1;
}
