import { renderedCheck } from "../shared/define";
import { inNumber } from "../shared/listed";

export const structuredDataOnlyInRendered = renderedCheck({
  id: "structured_data_only_in_rendered",
  severity: "warning",
  category: "JavaScript dependence",
  title: "A script adds the structured data",
  rule: "JSON-LD only after rendering.",
  why: "AI crawlers run no JavaScript and do not see it.",
  fix: "Serve the JSON-LD.",
  comparesPage: true,
  test: ({ raw, rendered }) =>
    raw.facts.jsonLd.length === 0 && rendered.facts.jsonLd.length > 0
      ? {
          found: inNumber(rendered.facts.jsonLd.length, "blocks added"),
          expected: "JSON-LD in the served HTML",
          count: rendered.facts.jsonLd.length,
        }
      : null,
});
