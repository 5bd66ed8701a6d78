import { robotsAvailability } from "../../model/site/robots-file";
import { siteCheck } from "../define";

export const robotsTxtSyntaxError = siteCheck({
  id: "robots_txt_syntax_error",
  severity: "warning",
  weight: 2,
  category: "Robots, AI readiness (site level)",
  title: "robots.txt has lines that no crawler understands",
  rule: "An unknown directive, a rule before any user-agent, a path without leading / or *, $ before the end, or a sitemap that is no absolute URL.",
  why: "Such lines are ignored, and what they should do does not happen.",
  fix: "Correct the named lines.",
  test: ({ robotsFile, robots }) => {
    if (robotsAvailability(robotsFile) !== "ok" || robots.invalidLines.length === 0) return null;
    const lines = robots.invalidLines.map(({ line, text, reason }) => `line ${line}: ${text} (${reason})`);
    return { found: `${lines.length} such lines`, expected: "none", count: lines.length, samples: lines.slice(0, 10) };
  },
});
