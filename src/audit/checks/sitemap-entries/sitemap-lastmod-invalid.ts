import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapLastmodInvalid = sitemapCheck({
  id: "sitemap_lastmod_invalid",
  severity: "warning",
  title: "lastmod is not a W3C date",
  rule: "A `lastmod` that is not YYYY, YYYY-MM, YYYY-MM-DD, or a date with time and time zone.",
  why: "Crawlers ignore the date and can't tell when the page changed.",
  fix: "Write 2026-01-31 or 2026-01-31T12:00:00Z.",
  entry: {
    test: ({ loc, lastmod, changed }) =>
      lastmod !== null && changed === null ? `${loc} (${lastmod.slice(0, 60)})` : null,
    detail: "entries have a lastmod that is not a W3C date",
  },
});
