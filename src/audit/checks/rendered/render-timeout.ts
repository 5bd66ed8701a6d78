import { renderedCheck } from "../define";

export const renderTimeout = renderedCheck({
  id: "render_timeout",
  severity: "error",
  weight: 15,
  category: "JavaScript dependence",
  title: "The page is not ready in time",
  rule: "Neither window.prerenderReady nor a quiet network within 20 seconds.",
  why: "Crawlers that render take the page as it is then, perhaps half empty.",
  fix: "Find the request that never ends, or set window.prerenderReady when the page is done.",
  test: ({ render }) =>
    render.ready === "deadline" ? { found: "still loading after 20 s", expected: "a quiet network within 20 s" } : null,
});
