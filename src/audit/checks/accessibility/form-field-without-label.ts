import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const formFieldWithoutLabel = pageCheck({
  id: "form_field_without_label",
  severity: "warning",
  category: "Accessibility",
  title: "Form fields have no label",
  rule: "An input, select or textarea without a label, aria-label, title or placeholder. Hidden fields and buttons are ignored.",
  why: "People who use a screen reader, and agents that fill in forms, can't tell what to enter (WCAG 1.3.1, 4.1.2).",
  fix: "Give each field a label.",
  on: "html",
  test: ({ facts }) => listed(facts.accessibility.fields, "fields without a label", "a label for each field"),
});
