import { renderedCheck } from "../shared/define";

export const canonicalChangedByJs = renderedCheck({
  id: "canonical_changed_by_js",
  severity: "error",
  category: "JavaScript dependence",
  title: "A script changes the canonical",
  rule: "The served and the rendered canonical differ.",
  why: "Search engines get two different URLs and may ignore both.",
  fix: "Serve the final canonical.",
  comparesPage: true,
  test: ({ raw, rendered }) =>
    raw.canonical !== null && rendered.canonical !== null && raw.canonical !== rendered.canonical
      ? { found: `${raw.canonical} becomes ${rendered.canonical}`, expected: "the same canonical" }
      : null,
});
