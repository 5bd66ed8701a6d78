import { pageCheck } from "../shared/define";

export const structuredDataMissing = pageCheck({
  id: "structured_data_missing",
  severity: "notice",
  category: "Structured data",
  title: "The page has no structured data",
  rule: "No JSON-LD, microdata or RDFa on an indexable page.",
  why: "Search engines and assistants must guess what the page is about.",
  fix: "Add JSON-LD that fits the page: Article, Product, BreadcrumbList, …",
  on: "indexable",
  needsBody: true,
  test: ({ facts }) =>
    facts.jsonLd.length === 0 && !facts.inlineStructuredData
      ? { found: "none", expected: "JSON-LD, microdata or RDFa" }
      : null,
});
