import { pageCheck } from "../shared/define";

const LIMITS = { maxBytes: 2097152 };

export const htmlOverLimit = pageCheck({
  id: "html_over_limit",
  severity: "error",
  category: "Performance and size",
  title: "The HTML is larger than what crawlers read",
  rule: "Over 2,097,152 bytes uncompressed.",
  thresholds: LIMITS,
  why: "Googlebot indexes the first 2 MB only.",
  fix: "Split the page, or move inline data out of it.",
  on: "html",
  test: ({ bytes, facts }) => {
    if (bytes <= LIMITS.maxBytes) return null;
    // What comes after the part that was read is not judged.
    const found = facts.truncated ? `more than ${bytes} bytes; the audit read only these` : `${bytes} bytes`;
    return { found, expected: `at most ${LIMITS.maxBytes} bytes` };
  },
});
