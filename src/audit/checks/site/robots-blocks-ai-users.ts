import { blockedAtRoot } from "../../model/site/robots-file";
import { siteCheck } from "../define";

const TOKENS = ["ChatGPT-User", "Claude-User", "Perplexity-User", "MistralAI-User", "Amzn-User"];

export const robotsBlocksAiUsers = siteCheck({
  id: "robots_blocks_ai_users",
  severity: "warning",
  weight: 2,
  category: "Robots, AI readiness (site level)",
  title: "robots.txt blocks assistants that act for a person",
  rule: '"/" is disallowed for any of ChatGPT-User, Claude-User, Perplexity-User, MistralAI-User, Amzn-User.',
  why: "A person who asks an assistant to read the page gets no answer.",
  fix: "Allow these agents.",
  test: ({ robots }) => {
    const hits = blockedAtRoot(robots, TOKENS);
    return hits.length > 0
      ? {
          found: `${hits.length} of ${TOKENS.length} such crawlers are disallowed`,
          expected: "agents acting for a person allowed",
          count: hits.length,
          samples: hits,
        }
      : null;
  },
});
