import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const emptyHeading = pageCheck({
  id: "empty_heading",
  severity: "notice",
  category: "Accessibility",
  title: "Headings are empty",
  rule: "A heading without text, without an image with an alt, and without a label.",
  why: "Screen readers list it as a part of the page that says nothing (WCAG 1.3.1).",
  fix: "Fill the heading, or remove it.",
  on: "html",
  test: ({ facts }) => listed(facts.accessibility.headings, "empty headings", "headings with text"),
});
