import { pageCheck } from "../define";

const LIMITS = { maxBytes: 2097152 };

export const htmlOverLimit = pageCheck({
  id: "html_over_limit",
  severity: "error",
  weight: 15,
  category: "Performance and size",
  title: "The HTML is larger than what crawlers read",
  rule: "Over 2,097,152 bytes uncompressed.",
  thresholds: LIMITS,
  why: "Googlebot indexes the first 2 MB only.",
  fix: "Split the page, or move inline data out of it.",
  on: "html",
  test: ({ bytes }) =>
    bytes > LIMITS.maxBytes ? { found: `${bytes} bytes`, expected: `at most ${LIMITS.maxBytes} bytes` } : null,
});
