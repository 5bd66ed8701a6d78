import { crossCheck } from "../shared/define";

export const duplicateMetaDescription = crossCheck({
  id: "duplicate_meta_description",
  severity: "warning",
  category: "Meta description",
  title: "Several pages share a description",
  rule: "The same description on two or more indexable pages.",
  why: "The results look alike.",
  fix: "Write a description for each page.",
  test: ({ node, descriptionHash }, graph) => {
    const pages = node.indexable ? graph.descriptions.of(descriptionHash) : 0;
    return pages > 1 ? { found: `the same on ${pages} pages`, expected: "a unique description", count: pages } : null;
  },
});
