import { pageCheck } from "../shared/define";

const LIMITS = { maxMs: 800 };

export const slowTtfb = pageCheck({
  id: "slow_ttfb",
  severity: "notice",
  category: "Performance and size",
  title: "The server answers slowly",
  rule: "Time to the first byte over 800 ms.",
  thresholds: LIMITS,
  why: "Crawlers fetch fewer pages from slow servers.",
  fix: "Cache the page near its visitors.",
  on: "response",
  test: ({ ttfbMs, outcome }) =>
    outcome === "ok" && ttfbMs > LIMITS.maxMs
      ? { found: `${ttfbMs} ms`, expected: `at most ${LIMITS.maxMs} ms` }
      : null,
});
