import { sitemapCheck } from "../shared/define-sitemap";

const LIMITS = { minEntries: 5, minPercent: 95 };

export const sitemapLastmodUniform = sitemapCheck({
  id: "sitemap_lastmod_uniform",
  severity: "notice",
  title: "lastmod is the time when the sitemap was made",
  rule: "At least 95 % of the entries (of 5 or more) have the same lastmod, within 5 minutes of the audit's request.",
  why: "Every page looks changed, so crawlers fetch it again, our cache renders it again, and search engines stop trusting the dates.",
  fix: "Write the time of each page's own last change.",
  lastmods: ({ entries }, { stamps }) => {
    const [stamp, most] = [...stamps].sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
    if (entries < LIMITS.minEntries || most < (entries * LIMITS.minPercent) / 100) return null;
    return {
      detail: `${most} of ${entries} entries have the lastmod ${stamp}, the time of the request`,
      entries: most,
    };
  },
});
