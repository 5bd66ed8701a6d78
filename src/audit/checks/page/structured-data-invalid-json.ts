import { pageCheck } from "../define";

function parses(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

export const structuredDataInvalidJson = pageCheck({
  id: "structured_data_invalid_json",
  severity: "error",
  weight: 15,
  category: "Structured data",
  title: "Structured data can't be read",
  rule: "A JSON-LD block that does not parse.",
  why: "The whole block is ignored.",
  fix: "Repair the JSON; a validator shows the place.",
  on: "html",
  test: ({ facts }) => {
    const broken = facts!.jsonLd.filter((block) => block !== null && !parses(block));
    return broken.length > 0
      ? {
          found: `${broken.length} of ${facts!.jsonLd.length} blocks do not parse`,
          expected: "valid JSON",
          count: broken.length,
        }
      : null;
  },
});
