import { renderedCheck } from "../define";

export const assetsNotCached = renderedCheck({
  id: "assets_not_cached",
  severity: "notice",
  weight: 1,
  category: "Performance and size",
  title: "Scripts and styles are not cached",
  rule: "A script or stylesheet of the same site has neither cache-control nor expires.",
  why: "Every visit and every render loads them again.",
  fix: "Send cache-control with a max-age.",
  test: ({ raw, render }) => {
    const hits = render.resources
      .filter((resource) => !resource.cacheable && URL.parse(resource.url)?.host === raw.parsedUrl.host)
      .map((resource) => resource.url);
    return hits.length > 0
      ? {
          found: `${hits.length} files`,
          expected: "cache-control with a max-age",
          count: hits.length,
          samples: hits.slice(0, 10),
        }
      : null;
  },
});
