import { pageCheck } from "../shared/define";

export const noindexPage = pageCheck({
  id: "noindex_page",
  severity: "notice",
  category: "Indexability",
  title: "The page asks not to be indexed",
  rule: "noindex or none in meta robots, meta googlebot or X-Robots-Tag.",
  why: "The page will not appear in search results or in AI answers built on them.",
  fix: "Remove the directive if the page should be found.",
  on: "html",
  test: ({ directives }) =>
    directives.noindex
      ? { found: directives.sources.join("; "), expected: "no noindex on pages meant for search" }
      : null,
});
