import { blockedAtRoot } from "../../model/site/robots-file";
import { listed } from "../shared/listed";
import { siteCheck } from "../shared/define";

const TOKENS = [
  "GPTBot",
  "ClaudeBot",
  "Google-Extended",
  "Applebot-Extended",
  "CCBot",
  "Bytespider",
  "meta-externalagent",
  "Amazonbot",
];

export const robotsBlocksAiTraining = siteCheck({
  id: "robots_blocks_ai_training",
  severity: "notice",
  category: "Robots, AI readiness (site level)",
  title: "robots.txt blocks AI training",
  rule: '"/" is disallowed for any of GPTBot, ClaudeBot, Google-Extended, Applebot-Extended, CCBot, Bytespider, meta-externalagent, Amazonbot.',
  why: "For information: this is a policy choice. Models will know the site only from other sources.",
  fix: "Nothing, if this is intended.",
  test: ({ robots }) => {
    const hits = blockedAtRoot(robots, TOKENS);
    return listed(hits, `of ${TOKENS.length} AI training crawlers are disallowed`, "information only");
  },
});
