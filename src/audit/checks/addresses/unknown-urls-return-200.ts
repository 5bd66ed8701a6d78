import { siteCheck } from "../shared/define";

export const unknownUrlsReturn200 = siteCheck({
  id: "unknown_urls_return_200",
  severity: "error",
  category: "HTTP status and redirects",
  title: "Pages that do not exist answer 200",
  rule: "A random path answers HTTP 200.",
  why: "Every mistyped or removed address looks like a page, so crawlers waste time on them and index error pages.",
  fix: "Answer 404 for unknown paths; a single-page app can set meta name=prerender-status-code content=404.",
  test: ({ unknownPath }) =>
    unknownPath?.status === 200 ? { found: `${unknownPath.url} answers HTTP 200`, expected: "HTTP 404" } : null,
});
