import { pageCheck } from "../shared/define";

const SPACE = /%20|\+/;

export const urlSpace = pageCheck({
  id: "url_space",
  severity: "warning",
  category: "URL hygiene",
  title: "The URL has spaces",
  rule: "A space, %20 or + in the path.",
  why: "Addresses with spaces break when they are copied.",
  fix: "Use hyphens.",
  on: "indexable",
  test: ({ parsedUrl }) =>
    SPACE.test(parsedUrl.pathname) ? { found: parsedUrl.pathname + parsedUrl.search, expected: "no spaces" } : null,
});
