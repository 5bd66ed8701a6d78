import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { ask, startService, until } from "../../test/support/service.ts";
import {
  botsAsCounts,
  history,
  IndependentCount,
  shuffledWithRepeats,
  type HistoryEvent,
} from "../../test/support/visit-history.ts";
import { defineBenchmark, measuresOf, OURS, type Figures } from "../harness/benchmark.ts";
import { PlainVisits } from "../support/plain-visits.ts";
import { reportingAccount, type ReportingAccount } from "../support/reporting-account.ts";

const CALL = 1_000;
const PARALLEL = 4;
const REPEATED_SHARE = 0.2;
const DAY_MS = 86_400_000;

interface Reported {
  now: number;
  calls: HistoryEvent[][];
  count: IndependentCount;
}

function generate(seed: number, visits: number, paths: number): Reported {
  const now = Date.now();
  const count = new IndependentCount();
  const calls: HistoryEvent[][] = [];
  for (const event of history({ seed, count: visits, days: 180, paths, now })) {
    count.add(event);
    if (calls.length === 0 || calls.at(-1)!.length === CALL) calls.push([]);
    calls.at(-1)!.push(event);
  }
  return { now, calls: shuffledWithRepeats(calls, REPEATED_SHARE, seed), count };
}

/** Compares every report with an independent count. Throws if a number differs. Returns how many were compared. */
async function compareReports(account: ReportingAccount, domain: string, { now, count }: Reported): Promise<number> {
  const day = (ago: number) => new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
  let compared = 0;
  async function compare(url: string, pick: (body: any) => unknown, expected: unknown): Promise<void> {
    compared++;
    const found = pick(await account.report(url, domain));
    if (!isDeepStrictEqual(found, expected)) throw new Error(`${url} differs from the independent count`);
  }
  for (const days of [1, 7, 30, 90, 180]) {
    const span = Array.from({ length: days }, (_, i) => day(days - 1 - i));
    await compare(`bots/daily?days=${days}`, (body) => body.daily, count.daily(span));
    await compare(`bots/summary?days=${days}`, (body) => body, count.summary(span[0]!, day(0)));
    await compare(`bots?from=${span[0]}&to=${day(0)}`, botsAsCounts, count.bots(span[0]!, day(0)));
  }
  await compare("bots?", botsAsCounts, count.bots(day(30), day(0)));
  const found = count.bots(day(30), day(0), (each) => each.includes("%C3%84pfel"));
  await compare(`bots?search=${encodeURIComponent("ÄPFEL")}`, botsAsCounts, found);
  for (const page of ["/products/item-0?page=0", "/produkte/%C3%84pfel-10", "/products/item-19999?page=1"]) {
    const bots = count.bots(day(30), day(0), (each) => each === page);
    await compare(`bots?path=${encodeURIComponent(page)}`, botsAsCounts, bots);
    const url = encodeURIComponent(`https://${domain}${page}`);
    const visits = count.page(page, day(179), day(0));
    await compare(`page-insights?days=180&url=${url}`, (body) => body.crawlerVisits, visits);
  }
  return compared;
}

export const visits = defineBenchmark({
  name: "visits",
  measures:
    "Reports a history of visits over 180 days through the public endpoint, the queue and its consumer: 1,000 per call, four calls at once, " +
    "a fifth of the calls twice, in random order. Then every report must equal an independent count. `plain SQLite` inserts the same calls in process.",
  peers: ["plain SQLite"],
  sizes: { short: { visits: 30_000, paths: 20_000, rounds: 2 }, long: { visits: 1_000_000, paths: 20_000, rounds: 3 } },

  async run({ size: { visits, paths, rounds }, inTurns, defer, say }) {
    const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-visits-"));
    defer(() => rmSync(folder, { recursive: true, force: true }));
    const service = await startService();
    defer(service.dispose);
    const account = await reportingAccount(service);
    let round = 0;
    let current = generate(0, 1, 1);

    async function report(domain: string, events: HistoryEvent[]): Promise<void> {
      const json = { domain, events };
      const answer = await ask(service.base, "POST", "/api/analytics/visits", { headers: account.headers, json });
      if (answer.status !== 202) throw new Error(`visits: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    async function ours(): Promise<Figures> {
      current = generate(20_261_121 + round, visits, paths);
      const domain = `history-${round++}.example`;
      await account.addDomain(domain);
      const waiting = current.calls.slice();
      const startedAt = performance.now();
      const lane = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await report(domain, next);
      };
      await Promise.all(Array.from({ length: PARALLEL }, lane));
      const reportedMs = performance.now() - startedAt;
      const counted = async () => (await account.report("bots/summary?days=180", domain)).totalCrawlsServed as number;
      let countedMs = 0;
      await until(async () => {
        const isDone = (await counted()) >= visits;
        countedMs = performance.now() - startedAt;
        return isDone;
      }, 900_000);
      // Waiting also reveals a total that is too high.
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      say(`${await compareReports(account, domain, current)} reports equal the independent count`);
      const events = current.calls.length * CALL;
      return { rate: events / (reportedMs / 1_000), countedRate: events / (countedMs / 1_000) };
    }
    async function plain(): Promise<Figures> {
      const database = new PlainVisits(path.join(folder, `${round}.sqlite`));
      database.refuseRepeats();
      database.makeIndexes();
      const startedAt = performance.now();
      for (const call of current.calls) database.count(call);
      const rate = (current.calls.length * CALL) / ((performance.now() - startedAt) / 1_000);
      if (database.total() !== visits) throw new Error(`${database.total()} visits in the plain database`);
      database.close();
      return { rate, countedRate: rate };
    }
    return measuresOf(await inTurns(rounds, { [OURS]: ours, "plain SQLite": plain }), {
      rate: { what: "visits reported per second", unit: "", better: "more", shown: "page" },
      countedRate: { what: "visits counted per second, queue included", unit: "", better: "more", shown: "picture" },
    });
  },
});
