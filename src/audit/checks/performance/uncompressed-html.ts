import { pageCheck } from "../shared/define";

const LIMITS = { maxBytes: 10240 };

export const uncompressedHtml = pageCheck({
  id: "uncompressed_html",
  severity: "warning",
  category: "Performance and size",
  title: "The HTML is not compressed",
  rule: "No content-encoding although we ask for gzip and Brotli, and more than 10 KB.",
  thresholds: LIMITS,
  why: "It takes several times as long to load.",
  fix: "Turn on gzip or Brotli.",
  on: "html",
  test: ({ headers, bytes }) =>
    bytes > LIMITS.maxBytes && /^(?:identity)?$/i.test(headers["content-encoding"]?.trim() ?? "")
      ? { found: `${bytes} bytes without content-encoding`, expected: "gzip or br" }
      : null,
});
