import { pageCheck } from "../shared/define";

const LIMITS = { maxElements: 1500 };

export const domTooLarge = pageCheck({
  id: "dom_too_large",
  severity: "notice",
  category: "Performance and size",
  title: "The page has too many elements",
  rule: "Over 1,500 elements.",
  thresholds: LIMITS,
  why: "Browsers and rendering crawlers take a long time to process it.",
  fix: "Split the page, or simplify its markup.",
  on: "html",
  test: ({ facts }) =>
    facts.elements > LIMITS.maxElements
      ? { found: `${facts.elements} elements`, expected: `at most ${LIMITS.maxElements}`, count: facts.elements }
      : null,
});
