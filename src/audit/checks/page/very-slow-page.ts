import { pageCheck } from "../define";

export const verySlowPage = pageCheck({
  id: "very_slow_page",
  severity: "error",
  weight: 15,
  category: "Performance and size",
  title: "The page is very slow",
  rule: "The HTML is complete after more than 5 seconds.",
  why: "Some crawlers give up here.",
  fix: "Cache the page, or find out what makes it slow.",
  on: "response",
  test: ({ loadTimeMs, outcome }) =>
    outcome === "ok" && loadTimeMs > 5_000 ? { found: `${loadTimeMs} ms`, expected: "at most 3,000 ms" } : null,
});
