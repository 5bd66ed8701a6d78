import { robotsAvailability } from "../../model/site/robots-file";
import { siteCheck } from "../define";

export const robotsNoSitemap = siteCheck({
  id: "robots_no_sitemap",
  severity: "notice",
  weight: 0,
  category: "Robots, AI readiness (site level)",
  title: "robots.txt does not name the sitemap",
  rule: "A sitemap exists, but robots.txt has no Sitemap line.",
  why: "Crawlers that were not told about it find it only by guessing.",
  fix: "Add a line Sitemap: with its absolute URL.",
  test: ({ robotsFile, robots, sitemapFound }) =>
    robotsAvailability(robotsFile) === "ok" && sitemapFound && robots.sitemaps.length === 0
      ? { found: "no Sitemap line", expected: "Sitemap: with the absolute URL" }
      : null,
});
