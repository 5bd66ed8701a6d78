import { describe, expect, it } from "vitest";
import { classifyUserAgent } from "../../../src/analytics/catalogue/classify";

describe("classifyUserAgent", () => {
  it.each([
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "google", "search"],
    [
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)",
      "openai",
      "llm-training",
    ],
    ["ClaudeBot", "anthropic", "llm-training"],
    ["TelegramBot (like TwitterBot)", "telegram", "social"],
    ["Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0", "apple", "social"],
    ["SomeUnknownCrawler/1.0 (+https://example.com/bot)", "other", "other"],
  ])("%s", (agent, provider, kind) => expect(classifyUserAgent(agent)).toMatchObject({ provider, kind }));

  it.each([
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Linux; Android 11; CUBOT_X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36",
    "",
    null,
  ])("classifies %j as a person", (agent) => expect(classifyUserAgent(agent)).toBeNull());
});
