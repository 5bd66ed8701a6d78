import { pageCheck } from "../define";

export const hreflangRelativeUrl = pageCheck({
  id: "hreflang_relative_url",
  severity: "warning",
  weight: 5,
  category: "International",
  title: "Alternates have relative URLs",
  rule: "An hreflang link whose href is not absolute.",
  why: "Google expects absolute URLs and may ignore others.",
  fix: "Write whole URLs with https://.",
  on: "html",
  test: ({ alternates }) => {
    const hits = alternates
      .filter((alternate) => !/^https?:\/\//i.test(alternate.href))
      .map((alternate) => `${alternate.code}: ${alternate.href}`);
    return hits.length > 0
      ? {
          found: `${hits.length} relative URLs`,
          expected: "absolute URLs",
          count: hits.length,
          samples: hits.slice(0, 10),
        }
      : null;
  },
});
