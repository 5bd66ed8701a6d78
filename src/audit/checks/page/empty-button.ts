import { faultFinding } from "../shared/fault-finding";
import { pageCheck } from "../define";

export const emptyButton = pageCheck({
  id: "empty_button",
  severity: "warning",
  weight: 5,
  category: "Accessibility",
  title: "Buttons say nothing",
  rule: "A button without text, an image with an alt, aria-label or title; an input of type button or image without a value or alt.",
  why: "A screen reader says only that there is a button (WCAG 4.1.2).",
  fix: "Give each button text or an aria-label.",
  on: "html",
  test: ({ facts }) => faultFinding(facts!.accessibility.buttons, "buttons without a name", "a name for each button"),
});
