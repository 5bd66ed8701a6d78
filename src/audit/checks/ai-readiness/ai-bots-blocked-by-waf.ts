import { siteCheck } from "../shared/define";

export const aiBotsBlockedByWaf = siteCheck({
  id: "ai_bots_blocked_by_waf",
  severity: "error",
  category: "Robots, AI readiness (site level)",
  title: "A firewall may refuse crawlers",
  rule: "The home page answers a browser's user agent with 200, but the user agent of GPTBot, ClaudeBot, PerplexityBot, OAI-SearchBot, Googlebot or bingbot with 403, 429 or 503.",
  why: "The firewall blocks what robots.txt allows. We test from our own address, so a firewall that verifies crawlers by IP address may treat real ones differently.",
  fix: "Allow verified crawlers in the firewall or bot protection.",
  test: ({ asCrawlers }) => {
    const hits = (asCrawlers ?? []).filter((each) => [403, 429, 503].includes(each.status));
    return hits.length > 0
      ? {
          found: `possibly refused: ${hits.length} of ${asCrawlers!.length} crawlers`,
          expected: "HTTP 200, as a browser gets",
          count: hits.length,
          samples: hits.map((each) => `${each.token}: HTTP ${each.status}`),
        }
      : null;
  },
});
