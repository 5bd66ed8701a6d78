import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const multipleTitles = pageCheck({
  id: "multiple_titles",
  severity: "warning",
  category: "Title",
  title: "The page has several titles",
  rule: "Two or more title elements outside svg.",
  why: "Search engines pick one, possibly the wrong one.",
  fix: "Keep one title element.",
  on: "html",
  test: ({ facts }) => {
    const titles = facts.titles.map((title) => title.text);
    return titles.length > 1 ? listed(titles, "titles", "one title") : null;
  },
});
