import { robotsAvailability } from "../../model/site/robots-file";
import { siteCheck } from "../shared/define";

export const robotsTxtMissing = siteCheck({
  id: "robots_txt_missing",
  severity: "notice",
  category: "Robots, AI readiness (site level)",
  title: "There is no robots.txt",
  rule: "/robots.txt answers 4xx other than 429, so everything is allowed.",
  why: "For information: crawlers may read everything, but find no reference to a sitemap.",
  fix: "Add a robots.txt that names the sitemap.",
  test: ({ robotsFile }) =>
    robotsAvailability(robotsFile) === "missing"
      ? { found: `/robots.txt answers HTTP ${robotsFile.status}`, expected: "HTTP 200" }
      : null,
});
