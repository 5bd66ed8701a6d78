import { blockedAtRoot } from "../../model/site/robots-file";
import { siteCheck } from "../shared/define";

export const robotsBlocksAll = siteCheck({
  id: "robots_blocks_all",
  severity: "error",
  category: "Robots, AI readiness (site level)",
  title: "robots.txt blocks search engines",
  rule: '"/" is disallowed for Googlebot, bingbot or *.',
  why: "The site disappears from search.",
  fix: "Remove the rule, unless the site should stay out of search.",
  test: ({ robots }) => {
    const hits = blockedAtRoot(robots, ["Googlebot", "bingbot", "*"]);
    return hits.length > 0
      ? {
          found: `"/" is disallowed for ${hits.length} of 3 search crawlers`,
          expected: "no rule against /",
          count: hits.length,
          samples: hits,
        }
      : null;
  },
});
