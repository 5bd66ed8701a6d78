import { pageCheck } from "../shared/define";

export const missingDoctype = pageCheck({
  id: "missing_doctype",
  severity: "notice",
  category: "Document basics",
  title: "The page has no doctype",
  rule: "No <!doctype html>.",
  why: "Browsers switch to quirks mode, with different layout rules.",
  fix: "Start the page with <!doctype html>.",
  on: "html",
  test: ({ facts }) => (facts.doctype ? null : { found: "no doctype", expected: "<!doctype html>" }),
});
