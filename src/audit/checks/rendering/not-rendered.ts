import { renderedCheck } from "../shared/define";

export const notRendered = renderedCheck({
  id: "not_rendered",
  severity: "notice",
  weight: 0,
  category: "JavaScript dependence",
  title: "The audit could not render the page",
  rule: "The page needs a browser, but rendering it failed: no browser tab was free in time, or the page did not load in one.",
  why: "For information: the page is judged by its HTML alone, so findings about scripts may be missing.",
  fix: "Run the audit again. If the cause is the page itself, fix it.",
  test: () => null,
  testFailure: (reason) => ({ found: reason, expected: "a rendered page to compare" }),
});
