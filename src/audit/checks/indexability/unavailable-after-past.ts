import { pageCheck } from "../shared/define";

export const unavailableAfterPast = pageCheck({
  id: "unavailable_after_past",
  severity: "error",
  category: "Indexability",
  title: "The page says that it has expired",
  rule: "An unavailable_after date in the past; treated as noindex.",
  why: "Search engines drop the page.",
  fix: "Remove the date, or take the page down.",
  on: "html",
  test: ({ directives }) =>
    directives.expired ? { found: directives.sources.join("; "), expected: "a date in the future, or none" } : null,
});
