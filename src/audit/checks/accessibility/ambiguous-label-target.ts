import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const ambiguousLabelTarget = pageCheck({
  id: "ambiguous_label_target",
  severity: "notice",
  category: "Accessibility",
  title: "Labels point to an id that occurs twice",
  rule: "A label's for, an aria-labelledby or an aria-describedby names an id that two or more elements have.",
  why: "The label names only the first of them (WCAG 1.3.1).",
  fix: "Make the ids unique.",
  on: "html",
  test: ({ facts }) => listed(facts.accessibility.ambiguousIds, "ambiguous ids", "unique ids"),
});
