import { pageCheck } from "../define";

const SPACE = /%20|\+/;

export const urlSpace = pageCheck({
  id: "url_space",
  severity: "warning",
  weight: 5,
  category: "URL hygiene",
  title: "The URL has spaces",
  rule: "A space, %20 or + in the path.",
  why: "Such addresses break when they are copied.",
  fix: "Use hyphens.",
  on: "indexable",
  test: ({ parsedUrl }) =>
    SPACE.test(parsedUrl.pathname) ? { found: parsedUrl.pathname + parsedUrl.search, expected: "no spaces" } : null,
});
