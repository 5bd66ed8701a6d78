import { renderedCheck } from "../shared/define";

export const titleChangedByJs = renderedCheck({
  id: "title_changed_by_js",
  severity: "warning",
  category: "Title",
  title: "A script changes the title",
  rule: "The served HTML has a title that differs from the rendered one.",
  why: "Crawlers that run no JavaScript see a different title.",
  fix: "Serve the final title.",
  comparesPage: true,
  test: ({ raw, rendered }) =>
    raw.title !== null && rendered.title !== null && raw.title !== rendered.title
      ? { found: `"${raw.title}" becomes "${rendered.title}"`, expected: "the same title" }
      : null,
});
