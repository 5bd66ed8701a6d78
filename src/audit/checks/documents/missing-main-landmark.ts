import { pageCheck } from "../shared/define";

export const missingMainLandmark = pageCheck({
  id: "missing_main_landmark",
  severity: "notice",
  category: "Document basics",
  title: "The main content is not marked",
  rule: "No main element and no role=main.",
  why: "Screen readers and AI crawlers can't tell the main text from what surrounds it.",
  fix: "Put the main content into a main element.",
  on: "html",
  needsBody: true,
  test: ({ facts }) => (facts.mainLandmark ? null : { found: "no main element", expected: "one main element" }),
});
