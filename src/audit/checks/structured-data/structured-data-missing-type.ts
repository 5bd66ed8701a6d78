import { pageCheck } from "../shared/define";

export const structuredDataMissingType = pageCheck({
  id: "structured_data_missing_type",
  severity: "error",
  category: "Structured data",
  title: "Structured data does not say what it is",
  rule: "A JSON-LD object without @context of schema.org, or without @type and @graph.",
  why: "Search engines ignore it.",
  fix: 'Add "@context": "https://schema.org" and a @type.',
  on: "html",
  test: ({ structured }) =>
    structured.incomplete.length > 0
      ? {
          found: [...new Set(structured.incomplete)].join(", "),
          expected: "@context of schema.org and a @type",
          count: structured.incomplete.length,
        }
      : null,
});
