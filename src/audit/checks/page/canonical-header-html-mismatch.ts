import { pageCheck } from "../define";

export const canonicalHeaderHtmlMismatch = pageCheck({
  id: "canonical_header_html_mismatch",
  severity: "error",
  weight: 15,
  category: "Canonical",
  title: "Header and HTML name different canonicals",
  rule: "The canonical in the Link header differs from the one in the HTML.",
  why: "Search engines get two answers and may ignore both.",
  fix: "Name the canonical in one place.",
  on: "html",
  test: ({ canonicals, headerCanonical }) => {
    const inHtml = canonicals.find((entry) => entry.inHead && entry.url !== null);
    return inHtml && headerCanonical !== null && inHtml.url !== headerCanonical
      ? { found: `Link header: ${headerCanonical}; HTML: ${inHtml.url}`, expected: "the same URL in both" }
      : null;
  },
});
