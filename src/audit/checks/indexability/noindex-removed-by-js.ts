import { renderedCheck } from "../shared/define";

export const noindexRemovedByJs = renderedCheck({
  id: "noindex_removed_by_js",
  severity: "error",
  category: "Indexability",
  title: "A script removes noindex",
  rule: "noindex in the HTML as served, none after rendering.",
  why: "Google may not render a noindex page, so it stays out of the index.",
  fix: "Remove noindex from the served HTML.",
  comparesPage: true,
  test: ({ raw, rendered }) =>
    raw.directives.noindex && !rendered.directives.noindex
      ? { found: raw.directives.sources.join("; "), expected: "no noindex in the served HTML" }
      : null,
});
