import { robotsAvailability } from "../../model/site/robots-file";
import { siteCheck } from "../shared/define";

export const robotsNoSitemap = siteCheck({
  id: "robots_no_sitemap",
  severity: "notice",
  category: "Robots, AI readiness (site level)",
  title: "robots.txt does not name the sitemap",
  rule: "A sitemap exists, but robots.txt has no Sitemap line.",
  why: "Crawlers can only guess its address and may miss it.",
  fix: "Add a Sitemap: line with its absolute URL.",
  test: ({ robotsFile, robots, sitemapFound }) =>
    robotsAvailability(robotsFile) === "ok" && sitemapFound && robots.sitemaps.length === 0
      ? { found: "no Sitemap line", expected: "a Sitemap: line with the absolute URL" }
      : null,
});
