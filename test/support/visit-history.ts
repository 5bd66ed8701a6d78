/** A generated history of visits, and a count of it that shares no code with the service. */

export interface HistoryEvent {
  id: string;
  at: string;
  path: string;
  userAgent: string;
  servedBy: "cache" | "render";
}

/** User agents with their providers, so that the count needs no catalogue. The weights roughly match real sites. */
const CRAWLERS = [
  {
    userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    provider: "google",
    kind: "search",
    weight: 40,
  },
  {
    userAgent: "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)",
    provider: "openai",
    kind: "llm-training",
    weight: 12,
  },
  {
    userAgent: "Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)",
    provider: "openai",
    kind: "llm-search",
    weight: 5,
  },
  {
    userAgent: "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    provider: "microsoft",
    kind: "search",
    weight: 10,
  },
  {
    userAgent: "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
    provider: "anthropic",
    kind: "llm-training",
    weight: 8,
  },
  {
    userAgent: "Mozilla/5.0 (compatible; Applebot/0.1; +http://www.apple.com/go/applebot)",
    provider: "apple",
    kind: "search",
    weight: 6,
  },
  {
    userAgent: "Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
    provider: "perplexity",
    kind: "llm-search",
    weight: 4,
  },
  {
    userAgent: "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
    provider: "meta",
    kind: "llm-training",
    weight: 4,
  },
  {
    userAgent: "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
    provider: "yandex",
    kind: "search",
    weight: 3,
  },
  {
    userAgent: "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
    provider: "ahrefs",
    kind: "seo",
    weight: 3,
  },
  { userAgent: "CCBot/2.0 (https://commoncrawl.org/faq/)", provider: "commoncrawl", kind: "llm-training", weight: 2 },
  { userAgent: "TelegramBot (like TwitterBot)", provider: "telegram", kind: "social", weight: 1 },
  { userAgent: "NobodyKnowsThisCrawler/1.0 (+https://example.com/bot)", provider: "other", kind: "other", weight: 1 },
] as const;

/** Provider of a user agent in the history. */
export function providerOf(userAgent: string): { provider: string; kind: string } {
  return crawlerOf.get(userAgent)!;
}

/** Pseudorandom numbers in [0, 1) from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks an index with a probability proportional to its weight. */
function weighted(weights: readonly number[]): (x: number) => number {
  const sums = new Float64Array(weights.length);
  let sum = 0;
  weights.forEach((weight, i) => (sums[i] = sum += weight));
  return (x) => {
    let low = 0;
    for (let high = sums.length - 1; low < high;) {
      const middle = (low + high) >> 1;
      if (sums[middle]! <= x * sum) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const DAY_MS = 86_400_000;
const crawlerOf = new Map<string, (typeof CRAWLERS)[number]>(CRAWLERS.map((each) => [each.userAgent, each]));

/** `count` visits over the `days` days ending at `now`, on `paths` paths with Zipf-distributed popularity. */
export function* history(options: { seed: number; count: number; days: number; paths: number; now: number }) {
  const random = randomOf(options.seed);
  const pickPath = weighted(Array.from({ length: options.paths }, (_, i) => 1 / (i + 1)));
  const pickCrawler = weighted(CRAWLERS.map((each) => each.weight));
  for (let i = 0; i < options.count; i++) {
    const page = pickPath(random());
    const event: HistoryEvent = {
      id: `${options.seed}-${i}`,
      at: new Date(options.now - Math.floor(random() * (options.days - 1) * DAY_MS)).toISOString(),
      path: page % 7 === 3 ? `/produkte/%C3%84pfel-${page}` : `/products/item-${page}?page=${page % 3}`,
      userAgent: CRAWLERS[pickCrawler(random())]!.userAgent,
      servedBy: random() < 0.85 ? "cache" : "render",
    };
    yield event;
  }
}

/** The batches in random order, with a share of them repeated. */
export function shuffledWithRepeats<T>(batches: readonly T[], share: number, seed: number): T[] {
  const random = randomOf(seed);
  const all = [...batches, ...batches.filter(() => random() < share)];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

const round1 = (value: number) => Math.round(value * 10) / 10;
const byCount = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([provider, count]) => ({ provider, count }))
    .sort((a, b) => b.count - a.count || a.provider.localeCompare(b.provider, "en"));

/** Counts a history visit by visit, and computes the expected response of each endpoint. */
export class IndependentCount {
  private readonly visits: Array<{ day: string; path: string; userAgent: string; servedBy: string }> = [];
  private readonly ids = new Set<string>();

  add(event: HistoryEvent): void {
    if (this.ids.has(event.id)) return;
    this.ids.add(event.id);
    this.visits.push({
      day: event.at.slice(0, 10),
      path: event.path,
      userAgent: event.userAgent,
      servedBy: event.servedBy,
    });
  }

  private within(from: string, to: string, keep: (path: string) => boolean = () => true) {
    return this.visits.filter((visit) => visit.day >= from && visit.day <= to && keep(visit.path));
  }

  /** `path provider` → count and `path servedBy` → count. */
  bots(from: string, to: string, keep?: (path: string) => boolean) {
    const byProvider: Record<string, number> = {};
    const byServedBy: Record<string, number> = {};
    for (const { path, userAgent, servedBy } of this.within(from, to, keep)) {
      const provider = `${path} ${crawlerOf.get(userAgent)!.provider}`;
      byProvider[provider] = (byProvider[provider] ?? 0) + 1;
      byServedBy[`${path} ${servedBy}`] = (byServedBy[`${path} ${servedBy}`] ?? 0) + 1;
    }
    return { byProvider, byServedBy };
  }

  daily(days: readonly string[]) {
    const counts = new Map<string, Record<string, number>>(days.map((day) => [day, {}]));
    for (const { day, userAgent } of this.visits) {
      const of = counts.get(day);
      const { provider } = crawlerOf.get(userAgent)!;
      if (of) of[provider] = (of[provider] ?? 0) + 1;
    }
    return days.map((date) => {
      const providers = byCount(counts.get(date)!);
      return { date, total: providers.reduce((sum, each) => sum + each.count, 0), providers, spoofed: 0 };
    });
  }

  summary(from: string, to: string) {
    const visits = this.within(from, to);
    const before = new Set(this.visits.filter((visit) => visit.day < from).map((visit) => visit.path));
    const paths = new Set(visits.map((visit) => visit.path));
    const cacheHits = visits.filter((visit) => visit.servedBy === "cache").length;
    const top = (wanted: (kind: string) => boolean) => {
      const counts: Record<string, number> = {};
      for (const { userAgent } of visits) {
        const { provider, kind } = crawlerOf.get(userAgent)!;
        if (wanted(kind)) counts[provider] = (counts[provider] ?? 0) + 1;
      }
      return byCount(counts)[0] ?? { provider: "", count: 0 };
    };
    return {
      topSearchCrawler: top((kind) => kind === "search"),
      topLlmCrawler: top((kind) => kind.startsWith("llm-")),
      newPagesCrawled: [...paths].filter((path) => !before.has(path)).length,
      totalPagesCrawled: paths.size,
      totalCrawlsServed: visits.length,
      crawlBudgetSaved: {
        percentage: visits.length === 0 ? 0 : round1((cacheHits / visits.length) * 100),
        minutesSaved: round1((cacheHits * 3_000) / 60_000),
        cacheHits,
      },
      verification: { verified: 0, unknown: visits.length, spoofed: 0 },
    };
  }

  page(path: string, from: string, to: string) {
    const visits = this.within(from, to, (each) => each === path);
    const providers: Record<string, number> = {};
    const served: Record<string, number> = {};
    for (const { userAgent, servedBy } of visits) {
      const { provider } = crawlerOf.get(userAgent)!;
      providers[provider] = (providers[provider] ?? 0) + 1;
      served[servedBy] = (served[servedBy] ?? 0) + 1;
    }
    const byServedBy = ["cache", "render"].flatMap((servedBy) =>
      served[servedBy] ? [{ servedBy, count: served[servedBy] }] : [],
    );
    return { total: visits.length, byProvider: byCount(providers), byServedBy, spoofed: 0 };
  }
}

/** Converts a bots response to the form of `IndependentCount.bots`. */
export function botsAsCounts(answer: {
  byProvider: Array<{ path: string; provider: string; count: number }>;
  byServedBy: Array<{ path: string; servedBy: string; count: number }>;
}) {
  return {
    byProvider: Object.fromEntries(answer.byProvider.map((each) => [`${each.path} ${each.provider}`, each.count])),
    byServedBy: Object.fromEntries(answer.byServedBy.map((each) => [`${each.path} ${each.servedBy}`, each.count])),
  };
}
