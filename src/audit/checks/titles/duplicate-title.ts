import { crossCheck } from "../shared/define";

export const duplicateTitle = crossCheck({
  id: "duplicate_title",
  severity: "warning",
  category: "Title",
  title: "Several pages share a title",
  rule: "The same title on two or more indexable pages.",
  why: "Search engines can't tell the pages apart.",
  fix: "Give each page its own title.",
  test: ({ node, titleHash }, graph) => {
    const pages = node.indexable ? graph.titles.of(titleHash) : 0;
    return pages > 1 ? { found: `the same on ${pages} pages`, expected: "a unique title", count: pages } : null;
  },
});
