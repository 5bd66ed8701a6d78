import { pageCheck } from "../shared/define";

const LIMITS = { minAlternates: 2 };

export const hreflangMissingXDefault = pageCheck({
  id: "hreflang_missing_x_default",
  severity: "notice",
  category: "International",
  title: "There is no alternate for other languages",
  rule: "Two or more alternates, but no x-default.",
  thresholds: LIMITS,
  why: "Visitors whose language is not in the list get whichever version the search engine picks.",
  fix: "Add hreflang=x-default.",
  on: "html",
  test: ({ alternates }) =>
    alternates.length >= LIMITS.minAlternates &&
    !alternates.some((alternate) => alternate.code.toLowerCase() === "x-default")
      ? { found: `${alternates.length} alternates without x-default`, expected: "an x-default" }
      : null,
});
