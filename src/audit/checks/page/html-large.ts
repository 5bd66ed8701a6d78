import { pageCheck } from "../define";

export const htmlLarge = pageCheck({
  id: "html_large",
  severity: "warning",
  weight: 5,
  category: "Performance and size",
  title: "The HTML is large",
  rule: "Over 1,000,000 bytes uncompressed.",
  why: "Large pages load slowly and are cut by some crawlers.",
  fix: "Move inline data, styles and images out of the page.",
  on: "html",
  test: ({ bytes }) =>
    bytes > 1_000_000 && bytes <= 2_097_152 ? { found: `${bytes} bytes`, expected: "at most 1,000,000 bytes" } : null,
});
