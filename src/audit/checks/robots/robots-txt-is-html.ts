import { robotsAvailability } from "../../model/site/robots-file";
import { siteCheck } from "../shared/define";

export const robotsTxtIsHtml = siteCheck({
  id: "robots_txt_is_html",
  severity: "error",
  category: "Robots, AI readiness (site level)",
  title: "robots.txt is an HTML page",
  rule: "/robots.txt answers with the type text/html, or its content begins like an HTML page.",
  why: "Crawlers do not get the intended rules; usually the app answers every path.",
  fix: "Serve the file before the app's catch-all route.",
  test: ({ robotsFile }) =>
    robotsAvailability(robotsFile) === "html"
      ? { found: `content type ${robotsFile.contentType ?? "none"}`, expected: "text/plain with rules" }
      : null,
});
