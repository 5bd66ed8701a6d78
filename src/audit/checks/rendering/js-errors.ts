import { listed } from "../shared/listed";
import { renderedCheck } from "../shared/define";

export const jsErrors = renderedCheck({
  id: "js_errors",
  severity: "warning",
  category: "JavaScript dependence",
  title: "Scripts fail",
  rule: "While rendering, a script throws an uncaught exception, or a request to the page's own site answers 5xx.",
  why: "Content that the script should show may be missing.",
  fix: "Correct the script or the endpoint.",
  test: ({ render }) => {
    const errors = [...render.errors, ...render.failedRequests].map((text) => text.slice(0, 200));
    return listed(errors, "errors", "none");
  },
});
