import { pageCheck } from "../define";

export const slowPage = pageCheck({
  id: "slow_page",
  severity: "warning",
  weight: 5,
  category: "Performance and size",
  title: "The page is slow",
  rule: "The HTML is complete after more than 3 seconds.",
  why: "Crawlers fetch fewer pages of slow sites.",
  fix: "Cache the page, or find out what makes it slow.",
  on: "response",
  test: ({ loadTimeMs, outcome }) =>
    outcome === "ok" && loadTimeMs > 3_000 && loadTimeMs <= 5_000
      ? { found: `${loadTimeMs} ms`, expected: "at most 3,000 ms" }
      : null,
});
