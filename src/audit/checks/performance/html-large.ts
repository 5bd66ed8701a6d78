import { pageCheck } from "../shared/define";

const LIMITS = { maxBytes: 1_000_000, overLimitBytes: 2_097_152 };

export const htmlLarge = pageCheck({
  id: "html_large",
  severity: "warning",
  category: "Performance and size",
  title: "The HTML is large",
  rule: "Over 1,000,000 bytes uncompressed, up to 2,097,152. Larger pages have html_over_limit.",
  thresholds: LIMITS,
  why: "Large pages load slowly, and some crawlers cut them off.",
  fix: "Move inline data, styles and images out of the page.",
  on: "html",
  test: ({ bytes }) =>
    bytes > LIMITS.maxBytes && bytes <= LIMITS.overLimitBytes
      ? { found: `${bytes} bytes`, expected: "at most 1,000,000 bytes" }
      : null,
});
