import { siteCheck } from "../shared/define";

const LIMITS = { maxRedirects: 5 };

export const robotsTxtRedirects = siteCheck({
  id: "robots_txt_redirects",
  severity: "notice",
  category: "Robots, AI readiness (site level)",
  title: "robots.txt is redirected",
  rule: "One to five redirects before the file; after more than five, crawlers treat it as missing.",
  thresholds: LIMITS,
  why: "Each hop can fail, and some crawlers follow none.",
  fix: "Serve the file at /robots.txt itself.",
  test: ({ robotsFile: { redirects, finalUrl } }) => {
    if (redirects === 0) return null;
    const found =
      redirects > LIMITS.maxRedirects
        ? `more than ${LIMITS.maxRedirects} redirects, so crawlers treat it as missing`
        : `${redirects === 1 ? "1 redirect" : `${redirects} redirects`}, ends at ${finalUrl}`;
    return { found, expected: "no redirect", count: redirects };
  },
});
