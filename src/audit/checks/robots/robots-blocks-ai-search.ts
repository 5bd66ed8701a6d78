import { blockedAtRoot } from "../../model/site/robots-file";
import { listed } from "../shared/listed";
import { siteCheck } from "../shared/define";

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
  category: "Robots, AI readiness (site level)",
  title: "robots.txt blocks AI search",
  rule: '"/" is disallowed for any of OAI-SearchBot, Claude-SearchBot, PerplexityBot, Applebot, DuckAssistBot, Amzn-SearchBot, meta-webindexer, YouBot.',
  why: "Answers by ChatGPT, Claude, Perplexity and others will not cite the site.",
  fix: "Allow these crawlers if answers should cite the site.",
  test: ({ robots }) => {
    const hits = blockedAtRoot(robots, TOKENS);
    return listed(hits, `of ${TOKENS.length} AI search crawlers are disallowed`, "AI search crawlers allowed");
  },
});
