import { blockedAtRoot } from "../../model/site/robots-file";
import { listed } from "../shared/listed";
import { siteCheck } from "../shared/define";

const TOKENS = ["ChatGPT-User", "Claude-User", "Perplexity-User", "MistralAI-User", "Amzn-User"];

export const robotsBlocksAiUsers = siteCheck({
  id: "robots_blocks_ai_users",
  severity: "warning",
  category: "Robots, AI readiness (site level)",
  title: "robots.txt blocks assistants that act for a person",
  rule: '"/" is disallowed for any of ChatGPT-User, Claude-User, Perplexity-User, MistralAI-User, Amzn-User.',
  why: "Assistants can't read the page when a person asks them to.",
  fix: "Allow these agents.",
  test: ({ robots }) => {
    const hits = blockedAtRoot(robots, TOKENS);
    return listed(
      hits,
      `of ${TOKENS.length} agents that act for a person are disallowed`,
      "agents acting for a person allowed",
    );
  },
});
