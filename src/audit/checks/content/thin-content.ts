import { pageCheck } from "../shared/define";
import { inNumber } from "../shared/listed";

const LIMITS = { minWords: 200, minCjkCharacters: 400 };

export const thinContent = pageCheck({
  id: "thin_content",
  severity: "warning",
  category: "Headings and content",
  title: "The page has little text",
  rule: "Fewer than 200 words of main text (Chinese, Japanese, Korean: 400 characters).",
  thresholds: LIMITS,
  why: "There is little for a search engine to rank or an assistant to quote.",
  fix: "Add what visitors want to know, or merge the page with another.",
  on: "indexable",
  needsBody: true,
  test: ({ facts }) => {
    const { mainWords, mainCjk } = facts.text;
    // Words and CJK characters each count as a share of their limit, so pages that mix them are judged fairly.
    return mainWords / LIMITS.minWords + mainCjk / LIMITS.minCjkCharacters < 1
      ? mainCjk > mainWords
        ? { found: `${mainCjk} characters`, expected: "at least 400 characters" }
        : { found: inNumber(mainWords, "words"), expected: "at least 200 words" }
      : null;
  },
});
