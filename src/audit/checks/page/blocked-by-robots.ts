import { pageCheck } from "../define";

export const blockedByRobots = pageCheck({
  id: "blocked_by_robots",
  severity: "warning",
  weight: 5,
  category: "Indexability",
  title: "robots.txt blocks the page",
  rule: "The URL is disallowed for Googlebot (or for *, if Googlebot has no group).",
  why: "Search engines can't read the page.",
  fix: "Remove or narrow the rule if the page should be found.",
  on: "response",
  test: ({ googlebot, outcome }) => {
    if (googlebot.allowed && outcome !== "blocked") return null;
    const rule = googlebot.rule;
    const found =
      rule && !googlebot.allowed ? `line ${rule.line}: Disallow: ${rule.pattern}` : "disallowed for CrawlreadyBot";
    return { found, expected: "no rule that blocks pages meant for search" };
  },
});
