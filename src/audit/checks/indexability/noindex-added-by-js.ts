import { renderedCheck } from "../shared/define";

export const noindexAddedByJs = renderedCheck({
  id: "noindex_added_by_js",
  severity: "warning",
  category: "Indexability",
  title: "A script adds noindex",
  rule: "No noindex in the HTML as served, noindex after rendering.",
  why: "Whether the page is indexed depends on who renders it.",
  fix: "Put noindex in the served HTML, or nowhere.",
  comparesPage: true,
  test: ({ raw, rendered }) =>
    !raw.directives.noindex && rendered.directives.noindex
      ? { found: rendered.directives.sources.join("; "), expected: "the same before and after rendering" }
      : null,
});
