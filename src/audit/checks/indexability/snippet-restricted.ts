import { pageCheck } from "../shared/define";

export const snippetRestricted = pageCheck({
  id: "snippet_restricted",
  severity: "notice",
  category: "Indexability",
  title: "The page forbids snippets or images",
  rule: "nosnippet, max-snippet:0 or noimageindex on an indexable page.",
  why: "Results show no text or no image of the page, and AI answers may not quote it.",
  fix: "Remove the directive, unless this is intended.",
  on: "indexable",
  test: ({ directives }) =>
    directives.nosnippet || directives.noimageindex
      ? { found: directives.sources.join("; "), expected: "no limit on snippets and images" }
      : null,
});
