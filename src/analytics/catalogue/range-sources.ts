/** Where operators publish the IP addresses of their crawlers. */
export const RANGE_SOURCES = {
  "google-common": "https://developers.google.com/static/crawling/ipranges/common-crawlers.json",
  "google-special": "https://developers.google.com/static/crawling/ipranges/special-crawlers.json",
  "google-user-triggered": "https://developers.google.com/static/crawling/ipranges/user-triggered-fetchers.json",
  "google-user-triggered-google":
    "https://developers.google.com/static/crawling/ipranges/user-triggered-fetchers-google.json",
  "google-agents": "https://developers.google.com/static/crawling/ipranges/user-triggered-agents.json",
  bing: "https://www.bing.com/toolbox/bingbot.json",
  "openai-gptbot": "https://openai.com/gptbot.json",
  "openai-search": "https://openai.com/searchbot.json",
  "openai-user": "https://openai.com/chatgpt-user.json",
  anthropic: "https://claude.com/crawling/bots.json",
  "perplexity-bot": "https://www.perplexity.ai/perplexitybot.json",
  "perplexity-user": "https://www.perplexity.ai/perplexity-user.json",
  apple: "https://search.developer.apple.com/applebot.json",
  duckduckbot: "https://duckduckgo.com/duckduckbot.json",
  duckassistbot: "https://duckduckgo.com/duckassistbot.json",
  mistral: "https://mistral.ai/mistralai-user-ips.json",
  commoncrawl: "https://index.commoncrawl.org/ccbot.json",
  ahrefs: "https://api.ahrefs.com/v3/public/crawler-ip-ranges",
  meta: "https://www.facebook.com/peering/geofeed",
  "pingdom-v4": "https://my.pingdom.com/probes/ipv4",
  "pingdom-v6": "https://my.pingdom.com/probes/ipv6",
  betterstack: "https://uptime.betterstack.com/ips-by-cluster.json",
} as const;

export type RangeSourceId = keyof typeof RANGE_SOURCES;
export const RANGE_SOURCE_IDS = Object.keys(RANGE_SOURCES) as RangeSourceId[];
