import { renderedCheck } from "../shared/define";

export const h1OnlyInRendered = renderedCheck({
  id: "h1_only_in_rendered",
  severity: "notice",
  category: "JavaScript dependence",
  title: "A script adds the main heading",
  rule: "No h1 in the served HTML, one after rendering.",
  why: "Crawlers that run no JavaScript see no heading.",
  fix: "Serve the heading.",
  comparesPage: true,
  test: ({ raw, rendered }) =>
    raw.h1 === null && rendered.h1 !== null
      ? { found: `added: ${rendered.h1.slice(0, 120)}`, expected: "the h1 in the served HTML" }
      : null,
});
