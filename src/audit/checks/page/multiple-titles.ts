import { pageCheck } from "../define";

export const multipleTitles = pageCheck({
  id: "multiple_titles",
  severity: "warning",
  weight: 5,
  category: "Title",
  title: "The page has several titles",
  rule: "Two or more title elements outside svg.",
  why: "Search engines pick one, possibly the wrong one.",
  fix: "Keep one title element.",
  on: "html",
  test: ({ facts }) => {
    const titles = facts!.titles.map((title) => title.text);
    return titles.length > 1
      ? { found: `${titles.length} titles`, expected: "one title", count: titles.length, samples: titles }
      : null;
  },
});
