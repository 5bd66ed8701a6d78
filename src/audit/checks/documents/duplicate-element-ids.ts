import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const duplicateElementIds = pageCheck({
  id: "duplicate_element_ids",
  severity: "notice",
  weight: 0,
  category: "Document basics",
  title: "Ids are used twice",
  rule: "The same id on two or more elements. noscript is left out.",
  why: "For information: links to the id reach only the first element.",
  fix: "Make ids unique.",
  on: "html",
  test: ({ facts }) => listed(facts.duplicateIds, "ids occur more than once", "unique ids"),
});
