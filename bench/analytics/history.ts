/**
 * Reports a generated history of visits through the public endpoint, the queue and its consumer. A fifth of the calls
 * are sent twice, and all in random order. Then compares every report with an independent count of the same events.
 * `node bench/analytics/history.ts [visits=1000000] [paths=20000]`. Exits with 1 if a number differs.
 */
import { isDeepStrictEqual } from "node:util";
import { ADMIN_TOKEN, ask, startService, until } from "../../test/support/service.ts";
import {
  botsAsCounts,
  history,
  IndependentCount,
  shuffledWithRepeats,
  type HistoryEvent,
} from "../../test/support/visit-history.ts";

const [visits = 1_000_000, paths = 20_000] = process.argv.slice(2).map(Number);
const DOMAIN = "history.example";
const CALL = 1_000;
const PARALLEL = 4;
const DAY_MS = 86_400_000;

const service = await startService();
const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
const admin = async (path: string, json: unknown, method = "POST") =>
  (await ask(service.base, method, `/api/admin/accounts${path}`, { headers: operator, json })).body;
const { accountId } = await admin("", { email: "bench@example.com", password: "a long password", plan: "business" });
await admin(`/${accountId}`, { limits: { requestsPerMinute: 1_000_000 } }, "PATCH");
await admin(`/${accountId}/domains`, { domain: DOMAIN, verified: true });
const { key } = await admin(`/${accountId}/api-keys`, { name: "bench" });
const headers = { "x-service-api-key": key as string };

/** Fetches one report from the API and requires a 200. */
async function get(path: string): Promise<any> {
  const answer = await ask(service.base, "GET", `/api/analytics/${path}&domain=${DOMAIN}`, { headers });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function report(events: HistoryEvent[]): Promise<void> {
  const answer = await ask(service.base, "POST", "/api/analytics/visits", {
    headers,
    json: { domain: DOMAIN, events },
  });
  if (answer.status !== 202) throw new Error(`visits: ${answer.status} ${JSON.stringify(answer.body)}`);
}

const now = Date.now();
const day = (ago: number) => new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
const count = new IndependentCount();
const calls: HistoryEvent[][] = [];
for (const event of history({ seed: 20261121, count: visits, days: 180, paths, now })) {
  count.add(event);
  if (calls.length === 0 || calls.at(-1)!.length === CALL) calls.push([]);
  calls.at(-1)!.push(event);
}

const queue = shuffledWithRepeats(calls, 0.2, 42);
console.log(
  `${visits} visits in ${calls.length} calls, ${queue.length - calls.length} of them sent twice, in random order`,
);
const startedAt = Date.now();
await Promise.all(
  Array.from({ length: PARALLEL }, async () => {
    for (let next = queue.pop(); next; next = queue.pop()) await report(next);
  }),
);
console.log(`reported in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
const counted = async () => (await get("bots/summary?days=180")).totalCrawlsServed as number;
let last = -1;
await until(async () => {
  const total = await counted();
  // Done when nothing arrives for two seconds. Waiting also reveals a total that is too high.
  const done = total === last && total >= visits;
  last = total;
  if (!done) await new Promise((resolve) => setTimeout(resolve, 2_000));
  return done;
}, 600_000).catch(() => console.log(`stopped waiting at ${last}`));
console.log(`counted ${(Date.now() - startedAt) / 1000} s after the first call`);

let differ = 0;
async function compare(path: string, pick: (body: any) => unknown, expected: unknown): Promise<void> {
  const from = Date.now();
  const same = isDeepStrictEqual(pick(await get(path)), expected);
  if (!same) differ++;
  console.log(`${same ? "equal    " : "DIFFERENT"} ${path} (${Date.now() - from} ms)`);
}
for (const days of [1, 7, 30, 90, 180]) {
  const span = Array.from({ length: days }, (_, i) => day(days - 1 - i));
  await compare(`bots/daily?days=${days}`, (body) => body.daily, count.daily(span));
  await compare(`bots/summary?days=${days}`, (body) => body, count.summary(span[0]!, day(0)));
  await compare(`bots?from=${span[0]}&to=${day(0)}`, botsAsCounts, count.bots(span[0]!, day(0)));
}
await compare("bots?", botsAsCounts, count.bots(day(30), day(0)));
const search = encodeURIComponent("ÄPFEL");
await compare(
  `bots?search=${search}`,
  botsAsCounts,
  count.bots(day(30), day(0), (path) => path.includes("%C3%84pfel")),
);
for (const page of ["/products/item-0?page=0", "/produkte/%C3%84pfel-10", "/products/item-19999?page=1"]) {
  const path = encodeURIComponent(page);
  const bots = count.bots(day(30), day(0), (each) => each === page);
  await compare(`bots?path=${path}`, botsAsCounts, bots);
  const url = encodeURIComponent(`https://${DOMAIN}${page}`);
  await compare(`page-insights?days=180&url=${url}`, (body) => body.crawlerVisits, count.page(page, day(179), day(0)));
}
await service.dispose();
console.log(differ === 0 ? "every report equals the independent count" : `${differ} reports differ`);
process.exit(differ === 0 ? 0 : 1);
