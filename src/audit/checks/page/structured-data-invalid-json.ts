import { pageCheck } from "../define";

export const structuredDataInvalidJson = pageCheck({
  id: "structured_data_invalid_json",
  severity: "error",
  weight: 15,
  category: "Structured data",
  title: "Structured data can't be read",
  rule: "A JSON-LD block that does not parse.",
  why: "Search engines ignore the whole block.",
  fix: "Fix the JSON where the samples show that it breaks (⟂).",
  on: "html",
  test: ({ structured, facts }) =>
    structured.broken.length > 0
      ? {
          found: `${structured.broken.length} of ${facts!.jsonLd.length} blocks do not parse`,
          expected: "valid JSON",
          count: structured.broken.length,
          samples: structured.broken.slice(0, 10),
        }
      : null,
});
