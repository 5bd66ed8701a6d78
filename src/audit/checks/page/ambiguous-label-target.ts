import { pageCheck } from "../define";

export const ambiguousLabelTarget = pageCheck({
  id: "ambiguous_label_target",
  severity: "notice",
  weight: 1,
  category: "Accessibility",
  title: "Labels point to an id that occurs twice",
  rule: "The for of a label, an aria-labelledby or an aria-describedby names an id that two or more elements have.",
  why: "The label names only the first of them (WCAG 1.3.1).",
  fix: "Make the ids unique.",
  on: "html",
  test: ({ facts }) => {
    const { ambiguousIds } = facts!.accessibility;
    const count = ambiguousIds.length;
    return count > 0 ? { found: `${count} such ids`, expected: "unique ids", count, samples: ambiguousIds } : null;
  },
});
