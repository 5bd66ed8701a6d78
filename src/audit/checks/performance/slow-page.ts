import { pageCheck } from "../shared/define";

const LIMITS = { maxMs: 3_000, verySlowMs: 5_000 };

export const slowPage = pageCheck({
  id: "slow_page",
  severity: "warning",
  category: "Performance and size",
  title: "The page is slow",
  rule: "The HTML is complete after more than 3 seconds.",
  thresholds: LIMITS,
  why: "Crawlers fetch fewer pages from slow sites.",
  fix: "Cache the page, or find out what makes it slow.",
  on: "response",
  test: ({ loadTimeMs, outcome }) =>
    outcome === "ok" && loadTimeMs > LIMITS.maxMs && loadTimeMs <= LIMITS.verySlowMs
      ? { found: `${loadTimeMs} ms`, expected: "at most 3,000 ms" }
      : null,
});
