import { pageCheck } from "../shared/define";

export const contentTypeMismatch = pageCheck({
  id: "content_type_mismatch",
  severity: "warning",
  category: "Document basics",
  title: "Body and content type disagree",
  rule: "HTML is sent with another type, or something else is sent as HTML.",
  why: "Crawlers and browsers misinterpret the page.",
  fix: "Correct the Content-Type header.",
  on: "response",
  test: ({ typeMismatch }) =>
    typeMismatch === null ? null : { found: typeMismatch, expected: "a content type that matches the body" },
});
