import { pageCheck } from "../shared/define";

const LIMITS = { maxParameters: 4 };

export const urlTooManyParams = pageCheck({
  id: "url_too_many_params",
  severity: "notice",
  category: "URL hygiene",
  title: "The URL has many parameters",
  rule: "More than four query parameters.",
  thresholds: LIMITS,
  why: "Crawlers treat every combination as a separate page.",
  fix: "Use paths, and omit parameters that do not change the page.",
  on: "indexable",
  test: ({ parsedUrl }) =>
    parsedUrl.search !== "" && parsedUrl.searchParams.size > LIMITS.maxParameters
      ? {
          found: `${parsedUrl.searchParams.size} parameters`,
          expected: `at most ${LIMITS.maxParameters}`,
          count: parsedUrl.searchParams.size,
        }
      : null,
});
