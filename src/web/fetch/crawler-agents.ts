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

/** In the user agent of a request that tries what a crawler gets. Such a request is nobody's visit. */
const TRIAL_MARK = "CrawlreadyTrial/1.0";

/**
 * A crawler's user agent with our mark, so that it is nobody's visit. Middlewares pass on the user agent, but not every header.
 * `trial`: a number of this test, as `trialOf` reads it.
 */
export function trialHeaders(crawler: "Googlebot" | "GPTBot", trial?: string): Record<string, string> {
  const mark = trial === undefined ? TRIAL_MARK : `${TRIAL_MARK} (${trial})`;
  return { "user-agent": `${headersOf(crawler)["user-agent"]} ${mark}` };
}

/** The number of the test that a request belongs to; null: none. */
export function trialOf(userAgent: string | null): string | null {
  const at = userAgent?.indexOf(`${TRIAL_MARK} (`) ?? -1;
  return at < 0 ? null : (/^\(([\da-f]{32})\)/.exec(userAgent!.slice(at + TRIAL_MARK.length + 1))?.[1] ?? null);
}

/** Whether a request tries what a crawler gets. Anybody can set the mark, and hides nothing by it but a crawler's name. */
export function isTrial(userAgent: string | null): boolean {
  return userAgent?.includes(TRIAL_MARK) === true;
}
