import { blockedAtRoot } from "../../model/site/robots-file";
import { siteCheck } from "../define";

const TOKENS = [
  "OAI-SearchBot",
  "Claude-SearchBot",
  "PerplexityBot",
  "Applebot",
  "DuckAssistBot",
  "Amzn-SearchBot",
  "meta-webindexer",
  "YouBot",
];

export const robotsBlocksAiSearch = siteCheck({
  id: "robots_blocks_ai_search",
  severity: "warning",
  weight: 2,
  category: "Robots, AI readiness (site level)",
  title: "robots.txt blocks AI search",
  rule: '"/" is disallowed for any of OAI-SearchBot, Claude-SearchBot, PerplexityBot, Applebot, DuckAssistBot, Amzn-SearchBot, meta-webindexer, YouBot.',
  why: "Answers by ChatGPT, Claude, Perplexity and others will not cite the site.",
  fix: "Allow these crawlers if answers should cite the site.",
  test: ({ robots }) => {
    const hits = blockedAtRoot(robots, TOKENS);
    return hits.length > 0
      ? {
          found: `${hits.length} of ${TOKENS.length} such crawlers are disallowed`,
          expected: "AI search crawlers allowed",
          count: hits.length,
          samples: hits,
        }
      : null;
  },
});
