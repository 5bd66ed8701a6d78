import { pageCheck } from "../shared/define";

export const canonicalHeaderHtmlMismatch = pageCheck({
  id: "canonical_header_html_mismatch",
  severity: "error",
  category: "Canonical",
  title: "Header and HTML name different canonicals",
  rule: "The canonical in the Link header differs from the one in the HTML.",
  why: "Search engines get two different URLs and may ignore both.",
  fix: "Name the canonical in one place.",
  on: "html",
  test: ({ canonicals, headerCanonical }) => {
    const inHtml = canonicals.find((entry) => entry.inHead && entry.url !== null);
    return inHtml && headerCanonical !== null && inHtml.url !== headerCanonical
      ? { found: `Link header: ${headerCanonical}; HTML: ${inHtml.url}`, expected: "the same URL in both" }
      : null;
  },
});
