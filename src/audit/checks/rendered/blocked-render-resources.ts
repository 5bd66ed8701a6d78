import { renderedCheck } from "../define";

export const blockedRenderResources = renderedCheck({
  id: "blocked_render_resources",
  severity: "error",
  weight: 15,
  category: "Indexability",
  title: "robots.txt blocks what the page needs to be shown",
  rule: "A script or stylesheet of the same site that rendering asks for is disallowed for Googlebot.",
  why: "Google renders the page without it and may see an empty one.",
  fix: "Allow scripts and styles.",
  test: ({ render, isAllowed }) => {
    const hits = render.resources.map((resource) => resource.url).filter((url) => !isAllowed(url));
    return hits.length > 0
      ? {
          found: `${hits.length} such files`,
          expected: "scripts and styles allowed",
          count: hits.length,
          samples: hits.slice(0, 10),
        }
      : null;
  },
});
