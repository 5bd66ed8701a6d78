import { pageCheck } from "../shared/define";

export const titleSameAsH1 = pageCheck({
  id: "title_same_as_h1",
  severity: "notice",
  weight: 0,
  category: "Title",
  title: "Title and main heading are the same",
  rule: "The title equals the h1, apart from case and white space.",
  why: "For information: two different wordings would match more searches.",
  fix: "Nothing, if this is intended.",
  on: "html",
  test: ({ title, h1 }) =>
    title !== null && h1 !== null && title.toLowerCase() === h1.toLowerCase()
      ? { found: title, expected: "information only" }
      : null,
});
