import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const emptyButton = pageCheck({
  id: "empty_button",
  severity: "warning",
  category: "Accessibility",
  title: "Buttons have no name",
  rule: "A button without text, an image with an alt, aria-label or title; an input of type button or image without a value or alt.",
  why: "A screen reader says only that there is a button (WCAG 4.1.2).",
  fix: "Give each button text or an aria-label.",
  on: "html",
  test: ({ facts }) => listed(facts.accessibility.buttons, "buttons without a name", "a name for each button"),
});
