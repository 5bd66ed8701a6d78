import { pageCheck } from "../shared/define";

export const missingViewport = pageCheck({
  id: "missing_viewport",
  severity: "warning",
  category: "Document basics",
  title: "The page has no viewport",
  rule: "No meta viewport.",
  why: "Phones show the page at desktop width, and search engines judge the mobile view.",
  fix: "Add meta name=viewport with width=device-width, initial-scale=1.",
  on: "html",
  test: ({ facts }) =>
    facts.viewport === null ? { found: "no viewport", expected: "width=device-width, initial-scale=1" } : null,
});
