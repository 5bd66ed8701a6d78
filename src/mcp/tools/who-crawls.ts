import * as z from "zod";
import type { ResponseOf } from "../../client";
import { firstUtcDay } from "../../lib/time/time";
import { cursorTo, fitted, partCursor, shortPath } from "../define/bounded";
import { args, ListCursor, LookBack, defineTool, DomainName, NextCursor, READS } from "../define/define-tool";

const PATHS = 100;

export const whoCrawlsTool = defineTool({
  name: "who_crawls",
  title: "Who crawls this site",
  description:
    "Which search and AI crawlers visited a domain, how often, what they got, which pages they visit most, and whether each comes more or less often than before. Spoofed visits are counted separately.",
  input: args({ domain: DomainName, days: LookBack, cursor: ListCursor.describe("Continues the list of paths") }),
  output: z.object({
    domain: z.string(),
    days: z.int(),
    visits: z.int(),
    verified: z.int(),
    unverified: z.int(),
    spoofed: z.int(),
    crawlers: z
      .array(
        z.object({
          provider: z.string(),
          visits: z.int(),
          earlierHalf: z.int(),
          laterHalf: z.int(),
          lastDay: z.string().describe("The last UTC day with a visit"),
        }),
      )
      .describe("Most visits first; the halves are of the days looked at"),
    answers: z
      .array(z.object({ source: z.string(), status: z.int().nullable(), count: z.int() }))
      .describe("What crawlers got, and from where"),
    paths: z.array(z.object({ path: z.string(), visits: z.int() })),
    nextCursor: NextCursor,
  }),
  annotations: READS,
  calls: ["readBotsSummary", "readBotsDaily", "readBots", "readCrawlerResponses"],
  run: async ({ domain, days, cursor: given }, { api, now }) => {
    const { skip, cursor } = partCursor(given);
    const from = firstUtcDay(now, days);
    const [{ verification }, { daily }, bots, answers] = await Promise.all([
      api.readBotsSummary({ query: { domain, days } }),
      api.readBotsDaily({ query: { domain, days } }),
      api.readBots({ query: { domain, from, limit: PATHS, ...(cursor !== undefined && { cursor }) } }),
      api.readCrawlerResponses({ query: { domain, from, limit: 1 } }),
    ]);
    return fitted(pathsOf(bots), skip, (items, nextSkip) => ({
      domain,
      days,
      visits: daily.reduce((sum, { total }) => sum + total, 0),
      verified: verification.verified,
      unverified: verification.unknown,
      spoofed: verification.spoofed,
      crawlers: crawlersOf(daily).slice(0, 40),
      answers: answersOf(answers).slice(0, 20),
      paths: items,
      nextCursor:
        nextSkip !== null ? cursorTo(nextSkip, cursor) : bots.nextCursor ? cursorTo(0, bots.nextCursor) : null,
    }));
  },
});

/** The API has a row per path and provider, most visited paths first. */
function pathsOf({ byProvider }: ResponseOf<"readBots">) {
  const visits = new Map<string, number>();
  for (const { path, count } of byProvider) visits.set(path, (visits.get(path) ?? 0) + count);
  return [...visits].map(([path, count]) => ({ path: shortPath(path), visits: count }));
}

function crawlersOf(daily: ResponseOf<"readBotsDaily">["daily"]) {
  const middle = daily[Math.floor(daily.length / 2)]?.date ?? "";
  const rows = new Map<
    string,
    { provider: string; visits: number; earlierHalf: number; laterHalf: number; lastDay: string }
  >();
  for (const { date, providers } of daily) {
    for (const { provider, count } of providers) {
      const row = rows.get(provider) ?? { provider, visits: 0, earlierHalf: 0, laterHalf: 0, lastDay: date };
      rows.set(provider, row);
      row.visits += count;
      row[date < middle ? "earlierHalf" : "laterHalf"] += count;
      if (count > 0) row.lastDay = date;
    }
  }
  return [...rows.values()].filter(({ visits }) => visits > 0).sort((a, b) => b.visits - a.visits);
}

function answersOf({ byAnswer }: ResponseOf<"readCrawlerResponses">) {
  const rows = new Map<string, { source: string; status: number | null; count: number }>();
  for (const { servedBy, way, status, count } of byAnswer) {
    // Of a request that did not pass through the service, nothing else is known.
    const source = way === "connected" ? servedBy : way;
    const row = rows.get(`${source} ${status}`) ?? { source, status, count: 0 };
    rows.set(`${source} ${status}`, row);
    row.count += count;
  }
  return [...rows.values()].sort((a, b) => b.count - a.count);
}
