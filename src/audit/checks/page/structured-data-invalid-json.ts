import { pageCheck } from "../define";

export const structuredDataInvalidJson = pageCheck({
  id: "structured_data_invalid_json",
  severity: "error",
  weight: 15,
  category: "Structured data",
  title: "Structured data can't be read",
  rule: "A JSON-LD block that does not parse.",
  why: "Search engines ignore the whole block.",
  fix: "Fix the JSON; a validator shows the position.",
  on: "html",
  test: ({ structured, facts }) =>
    structured.invalidBlocks > 0
      ? {
          found: `${structured.invalidBlocks} of ${facts!.jsonLd.length} blocks do not parse`,
          expected: "valid JSON",
          count: structured.invalidBlocks,
        }
      : null,
});
