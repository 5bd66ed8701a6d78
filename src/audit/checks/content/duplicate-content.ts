import { crossCheck } from "../shared/define";

export const duplicateContent = crossCheck({
  id: "duplicate_content",
  severity: "error",
  category: "Headings and content",
  title: "Several pages have the same text",
  rule: "The same main text on two or more indexable pages.",
  why: "Search engines show one of them and drop the others.",
  fix: "Merge the pages, or make one the canonical of the others.",
  test: ({ node, textHash }, graph) => {
    const pages = node.indexable ? graph.texts.of(textHash) : 0;
    return pages > 1 ? { found: `the same on ${pages} pages`, expected: "unique text", count: pages } : null;
  },
});
