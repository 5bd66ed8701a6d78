import { describe, expect, it } from "vitest";
import { CRAWLER_AGENTS } from "../../../src/analytics/catalogue/agents";
import { findCrawlers, PURPOSES, robotsLines } from "../../../src/dashboard/pages/public/crawlers";

const tokens = (search: string, purpose = "") =>
  findCrawlers(CRAWLER_AGENTS, search, purpose).map(({ token }) => token);

describe("the list of crawlers", () => {
  it("is searched by token, operator and purpose, in any case and order of words", () => {
    expect(tokens("gptbot")).toContain("GPTBot");
    expect(tokens("TRAINING openai")).toContain("GPTBot");
    expect(tokens("openai")).toContain("OAI-SearchBot");
    expect(tokens("openai", "llm-training")).not.toContain("OAI-SearchBot");
    expect(tokens("no such crawler (.*")).toEqual([]);
    expect(tokens("  ")).toHaveLength(CRAWLER_AGENTS.length);
  });

  it("has words for every purpose, and lines for robots.txt", () => {
    expect(CRAWLER_AGENTS.filter(({ kind }) => !PURPOSES[kind])).toEqual([]);
    expect(robotsLines("GPTBot")).toEqual({
      allow: "User-agent: GPTBot\nAllow: /",
      disallow: "User-agent: GPTBot\nDisallow: /",
    });
  });
});
