import { pageCheck } from "../shared/define";
import { isXml } from "../shared/xml";

export const missingDoctype = pageCheck({
  id: "missing_doctype",
  severity: "notice",
  category: "Document basics",
  title: "The page has no doctype",
  rule: "No <!doctype html>. Pages sent as XHTML need none.",
  why: "Browsers switch to quirks mode, with different layout rules.",
  fix: "Start the page with <!doctype html>.",
  on: "html",
  test: ({ facts, headers }) =>
    facts.doctype || isXml(headers) ? null : { found: "no doctype", expected: "<!doctype html>" },
});
