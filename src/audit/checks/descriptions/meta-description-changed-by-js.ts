import { renderedCheck } from "../shared/define";

export const metaDescriptionChangedByJs = renderedCheck({
  id: "meta_description_changed_by_js",
  severity: "notice",
  category: "Meta description",
  title: "A script changes the description",
  rule: "The served HTML has a description that differs from the rendered one.",
  why: "Crawlers that run no JavaScript see a different description.",
  fix: "Serve the final description.",
  comparesPage: true,
  test: ({ raw, rendered }) =>
    raw.description !== null && rendered.description !== null && raw.description !== rendered.description
      ? {
          found: `"${raw.description.slice(0, 100)}" becomes "${rendered.description.slice(0, 100)}"`,
          expected: "the same description",
        }
      : null,
});
