import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const positiveTabindex = pageCheck({
  id: "positive_tabindex",
  severity: "notice",
  category: "Accessibility",
  title: "The tab order is overridden",
  rule: "An element with a tabindex above 0.",
  why: "The tab key reaches it before everything else, out of the order of the page (WCAG 2.4.3).",
  fix: "Use tabindex 0, and put elements in the order in which they are used.",
  on: "html",
  test: ({ facts }) => listed(facts.accessibility.tabindexes, "elements with a tabindex above 0", "tabindex 0 or -1"),
});
