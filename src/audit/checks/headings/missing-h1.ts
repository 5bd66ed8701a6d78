import { pageCheck } from "../shared/define";

export const missingH1 = pageCheck({
  id: "missing_h1",
  severity: "warning",
  category: "Headings and content",
  title: "The page has no main heading",
  rule: "No h1 with text, an image with an alt, or a label.",
  why: "The h1 tells readers and crawlers what the page is about.",
  fix: "Add one h1 that names the page's subject.",
  on: "html",
  needsBody: true,
  test: ({ h1 }) => (h1 === null ? { found: "no h1", expected: "one h1" } : null),
});
