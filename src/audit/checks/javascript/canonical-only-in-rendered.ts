import { renderedCheck } from "../shared/define";

export const canonicalOnlyInRendered = renderedCheck({
  id: "canonical_only_in_rendered",
  severity: "warning",
  category: "JavaScript dependence",
  title: "A script adds the canonical",
  rule: "No canonical in the served HTML, one after rendering.",
  why: "Search engines recommend putting it in the served HTML, and other crawlers never see it.",
  fix: "Serve the canonical.",
  comparesPage: true,
  test: ({ raw, rendered }) =>
    raw.canonical === null && rendered.canonical !== null
      ? { found: `added: ${rendered.canonical}`, expected: "the canonical in the served HTML" }
      : null,
});
