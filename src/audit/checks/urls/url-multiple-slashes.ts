import { pageCheck } from "../shared/define";

export const urlMultipleSlashes = pageCheck({
  id: "url_multiple_slashes",
  severity: "warning",
  category: "URL hygiene",
  title: "The URL has doubled slashes",
  rule: "// inside the path.",
  why: "The same page often answers under both spellings.",
  fix: "Correct the links and redirect the doubled form.",
  on: "indexable",
  test: ({ parsedUrl }) =>
    parsedUrl.pathname.includes("//")
      ? { found: parsedUrl.pathname + parsedUrl.search, expected: "single slashes" }
      : null,
});
