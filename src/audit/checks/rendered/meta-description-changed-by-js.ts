import { renderedCheck } from "../define";

export const metaDescriptionChangedByJs = renderedCheck({
  id: "meta_description_changed_by_js",
  severity: "notice",
  weight: 1,
  category: "Meta description",
  title: "A script changes the description",
  rule: "The served description is there, and differs from the rendered one.",
  why: "Crawlers that run no script see another description.",
  fix: "Serve the final description.",
  test: ({ raw, rendered }) =>
    raw.description !== null && rendered.description !== null && raw.description !== rendered.description
      ? {
          found: `"${raw.description.slice(0, 100)}" becomes "${rendered.description.slice(0, 100)}"`,
          expected: "the same description",
        }
      : null,
});
