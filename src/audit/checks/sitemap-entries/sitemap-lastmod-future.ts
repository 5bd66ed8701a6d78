import { DAY_MS } from "../../../lib/time/time";
import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapLastmodFuture = sitemapCheck({
  id: "sitemap_lastmod_future",
  severity: "warning",
  title: "lastmod is in the future",
  rule: "A `lastmod` more than 24 hours after the audit.",
  why: "Search engines stop trusting the dates of a sitemap if some are wrong.",
  fix: "Write the time of the page's last real change.",
  entry: {
    test: ({ loc, lastmod, changed }, { now }) =>
      changed !== null && changed > now + DAY_MS ? `${loc} (${lastmod})` : null,
    detail: "entries have a lastmod more than 24 hours in the future",
  },
});
