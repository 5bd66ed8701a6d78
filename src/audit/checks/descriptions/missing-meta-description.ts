import { pageCheck } from "../shared/define";

export const missingMetaDescription = pageCheck({
  id: "missing_meta_description",
  severity: "warning",
  category: "Meta description",
  title: "The page has no meta description",
  rule: "No meta description, or an empty one.",
  why: "Search engines then choose their own text for the result.",
  fix: "Write a description of 70 to 155 characters.",
  on: "html",
  test: ({ description }) =>
    description === null ? { found: "no description", expected: "a description of 70 to 155 characters" } : null,
});
