/** The user agent of our own requests. */
export const CRAWLER_USER_AGENT = "Mozilla/5.0 (compatible; CrawlreadyBot/1.0; +https://crawlready.dev/bot)";

/** User agents as the operators publish them. */
export const PROBED_AGENTS: ReadonlyArray<readonly [token: string, userAgent: string]> = [
  ["GPTBot", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)"],
  [
    "ClaudeBot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
  ],
  [
    "PerplexityBot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
  ],
  [
    "OAI-SearchBot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot",
  ],
  ["Googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
  ["bingbot", "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"],
];

/** The crawlers as which a run can audit, by their robots.txt token. */
export const AUDIT_CRAWLERS: readonly string[] = PROBED_AGENTS.map(([token]) => token);

/** The request headers of a run that audits as a crawler; null: as our own. */
export function headersOf(crawler: string | null): Record<string, string> {
  const agent = PROBED_AGENTS.find(([token]) => token === crawler);
  return agent ? { "user-agent": agent[1] } : {};
}
