import { robotsAvailability } from "../../model/site/robots-file";
import { listed } from "../shared/listed";
import { siteCheck } from "../shared/define";

export const robotsTxtSyntaxError = siteCheck({
  id: "robots_txt_syntax_error",
  severity: "warning",
  category: "Robots, AI readiness (site level)",
  title: "robots.txt has invalid lines",
  rule: "An unknown directive, a misspelt directive, a rule without a user-agent that has a name, a path without leading / or *, $ before the end, or a sitemap that is not an absolute URL.",
  why: "Crawlers ignore these lines, so the rules have no effect.",
  fix: "Correct the reported lines.",
  test: ({ robotsFile, robots }) => {
    if (robotsAvailability(robotsFile) !== "ok") return null;
    const lines = robots.invalidLines.map(({ line, text, reason }) => `line ${line}: ${text} (${reason})`);
    return listed(lines, "invalid lines", "none");
  },
});
