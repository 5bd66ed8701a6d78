import { robotsAvailability } from "../../model/site/robots-file";
import { siteCheck } from "../shared/define";

export const robotsTxtUnreachable = siteCheck({
  id: "robots_txt_unreachable",
  severity: "error",
  category: "Robots, AI readiness (site level)",
  title: "robots.txt can't be read",
  rule: "/robots.txt answers 5xx or 429, or not at all.",
  why: "Crawlers must then treat the whole site as disallowed.",
  fix: "Serve robots.txt as a static file.",
  test: ({ robotsFile }) =>
    robotsAvailability(robotsFile) === "unreachable"
      ? {
          found:
            robotsFile.status === 0 ? "/robots.txt does not answer" : `/robots.txt answers HTTP ${robotsFile.status}`,
          expected: "HTTP 200 or 404",
        }
      : null,
});
