import { pageCheck } from "../shared/define";

const LIMITS = { maxMs: 5_000 };

export const verySlowPage = pageCheck({
  id: "very_slow_page",
  severity: "error",
  category: "Performance and size",
  title: "The page is very slow",
  rule: "The HTML is complete after more than 5 seconds.",
  thresholds: LIMITS,
  why: "Some crawlers give up before the page is complete.",
  fix: "Cache the page, or find out what makes it slow.",
  on: "response",
  test: ({ loadTimeMs, outcome }) =>
    outcome === "ok" && loadTimeMs > LIMITS.maxMs ? { found: `${loadTimeMs} ms`, expected: "at most 3,000 ms" } : null,
});
