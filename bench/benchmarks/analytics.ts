import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { watchHeap } from "../../test/support/heap.ts";
import { ask, startService, until } from "../../test/support/service.ts";
import { history } from "../../test/support/visit-history.ts";
import { defineBenchmark, measuresOf, OURS, type Figures, type Measure } from "../harness/benchmark.ts";
import { PlainVisits } from "../support/plain-visits.ts";
import { reportingAccount } from "../support/reporting-account.ts";
import { fillVisitFile, visitFile } from "../support/visit-files.ts";

interface Size {
  visits: number[];
  rounds: number;
}

interface Query {
  name: string;
  /** Below /api/analytics/, with a question mark. */
  url: (domain: string) => string;
  /** The plain database's answer; without one, there is no peer. */
  plain?: (visits: PlainVisits) => unknown[];
  shown: Measure["shown"];
}

const PATHS = 20_000;
const DAYS = 180;
const DAY_MS = 86_400_000;
const PAGE = "/products/item-0?page=0";

const sizeName = (visits: number) => `${(visits / 1e6).toLocaleString("en")} million visits`;
const domainOf = (visits: number) => `visits-${visits}.example`;
/** Visits come day by day, as they do in life; within a day in any order. */
function* historyOf(visits: number, now: number) {
  for (let ago = DAYS - 2; ago >= 0; ago--) {
    const [first, next] = [DAYS - 2 - ago, DAYS - 1 - ago].map((day) => Math.round((visits * day) / (DAYS - 1)));
    yield* history({ seed: visits + ago, count: next! - first!, days: 2, paths: PATHS, now: now - ago * DAY_MS });
  }
}

function queriesAt(now: number): Query[] {
  const day = (ago: number) => new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
  const page = encodeURIComponent(PAGE);
  return [
    {
      name: "one path, 180 days",
      url: (domain) => `page-insights?days=180&url=https://${domain}${page}`,
      plain: (visits) => visits.ofPath(PAGE, day(179), day(0)),
      shown: "picture",
    },
    {
      name: "by day, 180 days",
      url: () => "bots/daily?days=180",
      plain: (visits) => visits.daily(day(179), day(0)),
      shown: "picture",
    },
    { name: "summary, 30 days", url: () => "bots/summary?", shown: "page" },
    { name: "summary, 180 days", url: () => "bots/summary?days=180", shown: "page" },
    { name: "search with 112 matching paths, 31 days", url: () => "bots?search=item-199", shown: "page" },
    { name: "the 100 most visited paths, 31 days", url: () => "bots?limit=100", shown: "page" },
    {
      name: "all paths, 31 days",
      url: () => "bots?",
      plain: (visits) => visits.byPath(day(30), day(0)),
      shown: "picture",
    },
    {
      name: "all paths, 181 days",
      url: () => `bots?from=${day(180)}`,
      plain: (visits) => visits.byPath(day(180), day(0)),
      shown: "page",
    },
  ];
}

export const analytics = defineBenchmark<Size>({
  name: "analytics",
  measures:
    "Asks for reports over HTTP, to the last byte, about domains with 180 days and 20,000 paths. `plain SQLite` has one row per visit and " +
    "an index for each question, and answers in process, without HTTP and JSON.",
  peers: ["plain SQLite", "the smallest domain"],
  sizes: {
    // Ten million visits take ten minutes to fill in.
    short: { visits: [100_000, 1_000_000], rounds: 5 },
    long: { visits: [100_000, 1_000_000, 10_000_000], rounds: 5 },
  },

  async run({ size: { visits, rounds }, inTurns, defer, say }) {
    const now = Date.now();
    const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-visits-"));
    defer(() => rmSync(folder, { recursive: true, force: true }));
    const service = await startService();
    defer(service.dispose);
    const account = await reportingAccount(service);
    const firstPath = (domain: string) => `/first-of-${domain}`;
    // A first visit creates the domain's object, with its tables.
    for (const domain of visits.map(domainOf)) {
      await account.addDomain(domain);
      const at = new Date(now).toISOString();
      const event = { id: "1", at, path: firstPath(domain), userAgent: "GPTBot/1.2", servedBy: "cache" };
      const json = { domain, events: [event] };
      await ask(service.base, "POST", "/api/analytics/visits", { headers: account.headers, json });
      const isCounted = async () => (await account.report(`bots?path=${event.path}`, domain)).byProvider.length === 1;
      await until(isCounted, 60_000);
    }
    await service.stop();

    const filling: Record<string, number[]> = {};
    const bytes: Record<string, number[]> = {};
    const plain = new Map<number, PlainVisits>();
    for (const count of visits) {
      const file = visitFile(service.stateDir, firstPath(domainOf(count)));
      filling[sizeName(count)] = [await fillVisitFile(file, historyOf(count, now))];
      bytes[sizeName(count)] = [statSync(file).size / count];
      say(`${sizeName(count)} are counted`);
      const database = new PlainVisits(path.join(folder, `${count}.sqlite`));
      defer(() => database.close());
      database.count(historyOf(count, now));
      database.makeIndexes();
      plain.set(count, database);
    }
    await service.restart();

    const peakMb: Record<string, number> = {};
    async function answer({ name, url }: Query, count: number): Promise<Figures> {
      const domain = domainOf(count);
      const heap = await watchHeap(service.child.pid!, 100);
      const from = performance.now();
      const response = await fetch(`${service.base}/api/analytics/${url(domain)}&domain=${domain}`, {
        headers: account.headers,
      });
      const text = await response.text();
      const ms = performance.now() - from;
      heap.stop();
      if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text.slice(0, 200)}`);
      if (JSON.parse(text).crawlerVisits?.total === 0) throw new Error(`${name} found no visit`);
      peakMb[sizeName(count)] = Math.max(peakMb[sizeName(count)] ?? 0, heap.peakMb());
      return { ms };
    }
    async function plainly(query: NonNullable<Query["plain"]>, database: PlainVisits): Promise<Figures> {
      const from = performance.now();
      if (query(database).length === 0) throw new Error("the plain database found no visit");
      return { ms: performance.now() - from };
    }

    const measures: Measure[] = [];
    for (const query of queriesAt(now)) {
      for (const count of visits) await answer(query, count);
      const contenders: Record<string, () => Promise<Figures>> = {};
      for (const count of visits) {
        const database = plain.get(count);
        contenders[sizeName(count)] = () => answer(query, count);
        if (query.plain && database) contenders[`plain ${count}`] = () => plainly(query.plain!, database);
      }
      const found = await inTurns(rounds, contenders);
      const described = { unit: "ms", better: "less" as const };
      const sizes = Object.fromEntries(visits.map((count) => [sizeName(count), found[sizeName(count)]!]));
      measures.push(...measuresOf(sizes, { ms: { what: query.name, ...described, shown: query.shown } }));
      for (const count of visits) {
        const peer = found[`plain ${count}`];
        if (!peer) continue;
        const compared = { [OURS]: found[sizeName(count)]!, "plain SQLite": peer };
        const what = `${query.name}, of ${sizeName(count)}`;
        measures.push(
          ...measuresOf(compared, {
            ms: { what, ...described, shown: count === visits.at(-1) ? query.shown : "page" },
          }),
        );
      }
    }
    const peaks = Object.fromEntries(Object.entries(peakMb).map(([name, mb]) => [name, [mb]]));
    return [
      ...measures,
      { what: "largest heap of the Worker", unit: "MB", better: "less", values: peaks },
      { what: "CPU to count a visit", unit: "µs", better: "less", values: filling },
      { what: "stored per visit", unit: "bytes", better: "less", values: bytes },
    ];
  },
});
