import { pageCheck } from "../define";

export const thinContent = pageCheck({
  id: "thin_content",
  severity: "warning",
  weight: 5,
  category: "Headings and content",
  title: "The page has little text",
  rule: "Fewer than 200 words of main text (Chinese, Japanese, Korean: 400 characters).",
  why: "There is little for a search engine to rank or an assistant to quote.",
  fix: "Add what visitors want to know, or combine the page with another.",
  on: "indexable",
  test: ({ facts }) => {
    const { mainWords, mainCjk } = facts!.text;
    // Two characters of CJK weigh as much as a word, so that mixed pages are judged fairly.
    return mainWords + mainCjk / 2 < 200
      ? { found: mainCjk > mainWords ? `${mainCjk} characters` : `${mainWords} words`, expected: "at least 200 words" }
      : null;
  },
});
