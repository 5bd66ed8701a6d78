import { renderedCheck } from "../define";

export const jsErrors = renderedCheck({
  id: "js_errors",
  severity: "warning",
  weight: 5,
  category: "JavaScript dependence",
  title: "Scripts fail",
  rule: "While rendering, a script throws an uncaught exception, or a request to the page's own site answers 5xx.",
  why: "Content that the script should show may be missing.",
  fix: "Correct the script or the endpoint.",
  test: ({ render }) => {
    const samples = [...render.errors, ...render.failedRequests];
    return samples.length > 0
      ? {
          found: `${samples.length} errors`,
          expected: "none",
          count: samples.length,
          samples: samples.slice(0, 10).map((text) => text.slice(0, 200)),
        }
      : null;
  },
});
