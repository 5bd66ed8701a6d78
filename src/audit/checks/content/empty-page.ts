import { visibleLetters } from "../shared/text-letters";
import { pageCheck } from "../shared/define";
import { inNumber } from "../shared/listed";

const LIMITS = { minCharacters: 50 };

export const emptyPage = pageCheck({
  id: "empty_page",
  severity: "error",
  weight: 100,
  category: "Headings and content",
  title: "The page is empty for crawlers",
  rule: "Fewer than 50 characters of visible text in what crawlers receive. One of Chinese, Japanese or Korean counts as 3.",
  thresholds: LIMITS,
  why: "Crawlers that run no JavaScript, including nearly all AI crawlers, see nothing.",
  fix: "Serve the text as HTML, pre-rendered if scripts write it, or set noindex if the page is meant to have none.",
  on: "html",
  needsBody: true,
  test: ({ facts }) =>
    visibleLetters(facts) < LIMITS.minCharacters
      ? { found: inNumber(facts.text.chars, "characters of text"), expected: "at least 50 characters" }
      : null,
});
