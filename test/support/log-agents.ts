/** User agents of generated logs, with the operator that each names; null for people. */
export const LOG_AGENTS: {
  crawlers: ReadonlyArray<readonly [agent: string, provider: string | null]>;
  person: readonly [agent: string, provider: null];
} = {
  crawlers: [
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "google"],
    ["Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", "microsoft"],
    ["Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)", "openai"],
    ["Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)", "anthropic"],
    ["Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)", "perplexity"],
    ["Mozilla/5.0 (compatible; KimiBot/1.0; +https://www.kimi.com/policies/kimi-crawlers)", "moonshot"],
    ["SomeUnknownCrawler/1.0 (+https://example.com/bot)", "other"],
  ],
  person: [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    null,
  ],
};
