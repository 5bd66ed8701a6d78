import { siteCheck } from "../shared/define";

const LIMITS = { maxBytes: 512000 };

export const robotsTxtTooLarge = siteCheck({
  id: "robots_txt_too_large",
  severity: "warning",
  category: "Robots, AI readiness (site level)",
  title: "robots.txt is too large",
  rule: "Over 512,000 bytes.",
  thresholds: LIMITS,
  why: "Crawlers ignore what comes after 500 KiB.",
  fix: "Use fewer, shorter patterns.",
  test: ({ robotsFile }) =>
    robotsFile.bytes > LIMITS.maxBytes
      ? { found: `more than ${LIMITS.maxBytes} bytes`, expected: `at most ${LIMITS.maxBytes} bytes` }
      : null,
});
