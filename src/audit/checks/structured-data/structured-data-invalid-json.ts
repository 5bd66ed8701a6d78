import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const structuredDataInvalidJson = pageCheck({
  id: "structured_data_invalid_json",
  severity: "error",
  category: "Structured data",
  title: "Structured data can't be read",
  rule: "A JSON-LD block that does not parse.",
  why: "Search engines ignore the whole block.",
  fix: "Fix the JSON where the samples show that it breaks (⟂).",
  on: "html",
  test: ({ structured, facts }) =>
    listed(structured.broken, `of ${facts.jsonLd.length} blocks do not parse`, "valid JSON"),
});
