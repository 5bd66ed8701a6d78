import { pageCheck } from "../shared/define";

export const urlUppercase = pageCheck({
  id: "url_uppercase",
  severity: "notice",
  category: "URL hygiene",
  title: "The URL has upper-case letters",
  rule: "A to Z in the path.",
  why: "Paths are case-sensitive, so the same page under two spellings is a duplicate.",
  fix: "Use lower-case paths and redirect the others.",
  on: "indexable",
  test: ({ parsedUrl }) =>
    /[A-Z]/.test(parsedUrl.pathname.replace(/%[0-9A-F]{2}/g, ""))
      ? { found: parsedUrl.pathname, expected: "lower case" }
      : null,
});
