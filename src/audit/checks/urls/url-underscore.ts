import { pageCheck } from "../shared/define";

export const urlUnderscore = pageCheck({
  id: "url_underscore",
  severity: "notice",
  category: "URL hygiene",
  title: "The URL has underscores",
  rule: "_ in the path.",
  why: "Search engines read words joined by _ as one word.",
  fix: "Use hyphens in new paths.",
  on: "indexable",
  test: ({ parsedUrl }) =>
    parsedUrl.pathname.includes("_") ? { found: parsedUrl.pathname + parsedUrl.search, expected: "hyphens" } : null,
});
