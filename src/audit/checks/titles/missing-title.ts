import { pageCheck } from "../shared/define";

export const missingTitle = pageCheck({
  id: "missing_title",
  severity: "error",
  category: "Title",
  title: "The page has no title",
  rule: "No title element, or an empty one.",
  why: "The title is the headline of a search result and the name an AI assistant gives the page.",
  fix: "Give the page a title of 30 to 60 characters that says what it is about.",
  on: "html",
  test: ({ title }) => (title === null ? { found: "no title", expected: "a title of 30 to 60 characters" } : null),
});
