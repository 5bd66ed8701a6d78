import { pageCheck } from "../shared/define";

export const missingCanonical = pageCheck({
  id: "missing_canonical",
  severity: "notice",
  category: "Canonical",
  title: "The page names no canonical URL",
  rule: "No link rel=canonical and no canonical Link header.",
  why: "Search engines choose among duplicates on their own.",
  fix: "Add a canonical link to the page's own URL.",
  on: "indexable",
  test: ({ canonicals, headerCanonical }) =>
    canonicals.length === 0 && headerCanonical === null ? { found: "no canonical", expected: "a canonical URL" } : null,
});
