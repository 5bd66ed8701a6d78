import { pageCheck } from "../define";

export const contentTypeMismatch = pageCheck({
  id: "content_type_mismatch",
  severity: "warning",
  weight: 5,
  category: "Document basics",
  title: "Body and content type disagree",
  rule: "HTML sent under another type, or something else sent as HTML.",
  why: "Crawlers and browsers treat the page as what it is not.",
  fix: "Correct the Content-Type header.",
  on: "response",
  test: ({ typeMismatch }) =>
    typeMismatch === null ? null : { found: typeMismatch, expected: "a content type that fits the body" },
});
