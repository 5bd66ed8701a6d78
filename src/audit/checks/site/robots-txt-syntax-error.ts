import { robotsAvailability } from "../../model/site/robots-file";
import { siteCheck } from "../define";

export const robotsTxtSyntaxError = siteCheck({
  id: "robots_txt_syntax_error",
  severity: "warning",
  weight: 2,
  category: "Robots, AI readiness (site level)",
  title: "robots.txt has invalid lines",
  rule: "An unknown directive, a rule before any user-agent, a path without leading / or *, $ before the end, or a sitemap that is not an absolute URL.",
  why: "Crawlers ignore such lines, so the rules have no effect.",
  fix: "Correct the reported lines.",
  test: ({ robotsFile, robots }) => {
    if (robotsAvailability(robotsFile) !== "ok" || robots.invalidLines.length === 0) return null;
    const lines = robots.invalidLines.map(({ line, text, reason }) => `line ${line}: ${text} (${reason})`);
    return { found: `${lines.length} such lines`, expected: "none", count: lines.length, samples: lines.slice(0, 10) };
  },
});
