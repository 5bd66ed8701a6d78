import { pageCheck } from "../shared/define";

const NON_ASCII = /%[89A-F][0-9A-F]/i;

export const urlNonAscii = pageCheck({
  id: "url_non_ascii",
  severity: "notice",
  category: "URL hygiene",
  title: "The URL has non-ASCII characters",
  rule: "Non-ASCII characters in the path, raw or encoded.",
  why: "A copied address turns into percent escapes.",
  fix: "Use ASCII letters, unless readers expect others.",
  on: "indexable",
  test: ({ parsedUrl }) =>
    NON_ASCII.test(parsedUrl.pathname)
      ? { found: parsedUrl.pathname + parsedUrl.search, expected: "ASCII letters" }
      : null,
});
