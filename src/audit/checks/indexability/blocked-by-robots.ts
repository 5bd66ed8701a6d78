import { pageCheck } from "../shared/define";

export const blockedByRobots = pageCheck({
  id: "blocked_by_robots",
  severity: "warning",
  category: "Indexability",
  title: "robots.txt blocks the page",
  rule: "The URL is disallowed for Googlebot (or for *, if Googlebot has no group).",
  why: "Search engines can't read the page.",
  fix: "Remove or narrow the rule if the page should be found.",
  on: "response",
  test: ({ googlebot: { allowed, rule } }) => {
    if (allowed) return null;
    const found = rule ? `line ${rule.line}: Disallow: ${rule.pattern}` : "robots.txt can't be read";
    return { found, expected: "no rule that blocks pages meant for search" };
  },
});
