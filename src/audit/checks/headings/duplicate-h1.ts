import { crossCheck } from "../shared/define";

export const duplicateH1 = crossCheck({
  id: "duplicate_h1",
  severity: "notice",
  category: "Headings and content",
  title: "Several pages have the same main heading",
  rule: "The same h1 on two or more indexable pages. Language versions are ignored.",
  why: "Readers and crawlers can't tell the pages apart.",
  fix: "Give each page its own heading.",
  test: ({ node, relations }, graph) => {
    const pages = node.indexable ? graph.headings.of(relations.h1) : 0;
    return pages > 1 ? { found: `the same on ${pages} pages`, expected: "a unique heading", count: pages } : null;
  },
});
