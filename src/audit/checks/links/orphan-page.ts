import { crossCheck } from "../shared/define";

export const orphanPage = crossCheck({
  id: "orphan_page",
  severity: "warning",
  category: "Links",
  title: "No page links to this one",
  rule: "In the sitemap, but without an internal link, in a crawl that saw the whole site.",
  why: "Crawlers find it late and give it little weight.",
  fix: "Link to it from a related page.",
  needsWholeSite: true,
  test: ({ node }, graph) =>
    node.inSitemap && node.indexable && graph.inlinksOf(node) === 0 && node.depth !== 0
      ? { found: "no internal link", expected: "at least one" }
      : null,
});
