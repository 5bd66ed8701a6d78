import { crossCheck } from "../shared/define";

export const singleInlink = crossCheck({
  id: "single_inlink",
  severity: "notice",
  category: "Links",
  title: "Only one page links to this one",
  rule: "Exactly one internal link to an indexable page that is more than one click from the start.",
  why: "Crawlers visit it rarely, and it gets little weight.",
  fix: "Link to it from related pages.",
  needsWholeSite: true,
  test: ({ node }, graph) =>
    node.indexable && node.depth > 1 && graph.inlinksOf(node) === 1
      ? { found: "one page links here", expected: "several" }
      : null,
});
