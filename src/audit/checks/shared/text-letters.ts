import { charLength } from "../../../lib/text/text";
import type { PageFacts } from "../../../web/html";

/** Letters that a character of Chinese, Japanese or Korean is worth: two make a word of five letters and a space. */
const CJK_LETTERS = 3;
/** The same for scripts without spaces between words. */
const UNSPACED_LETTERS = 1.2;
/** How rules say it of titles and descriptions. */
export const LETTERS_RULE = `One of Chinese, Japanese or Korean counts as ${CJK_LETTERS}, one of Thai, Lao, Khmer or Burmese as ${UNSPACED_LETTERS}.`;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/gu;
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const ASCII_ONLY = /^[\0-\x7f]*$/;

/** How many letters of a European language say as much as a short text. */
export function lettersOf(text: string): number {
  if (ASCII_ONLY.test(text)) return text.length;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return charLength(text) + (CJK_LETTERS - 1) * count(CJK) + (UNSPACED_LETTERS - 1) * count(UNSPACED);
}

/** The same for a page's visible text. */
export function visibleLetters({ text }: Pick<PageFacts, "text">): number {
  return text.chars + (CJK_LETTERS - 1) * text.cjk;
}
