/**
 * How long each report takes over HTTP, to the last byte, for domains with 100 thousand, 1 and 10 million visits over
 * 180 days and 20,000 paths. A first visit creates the domain's object; the other rows are written directly into its
 * SQLite. After each time: the time per entry of a long response, and the largest heap of the Worker, garbage included.
 * `node bench/analytics/queries.ts [sizes=100000,1000000,10000000]`
 */
import { globSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { watchHeap } from "../../test/support/heap.ts";
import { ADMIN_TOKEN, ask, startService } from "../../test/support/service.ts";
import { history, providerOf, randomOf } from "../../test/support/visit-history.ts";

const [sizes = "100000,1000000,10000000"] = process.argv.slice(2);
const SIZES = sizes.split(",").map(Number);
const PATHS = 20_000;
const DAYS = 180;
const DAY_MS = 86_400_000;
const REPEATS = 7;
const now = Date.now();

const service = await startService();
const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
const admin = async (url: string, json: unknown, method = "POST") =>
  (await ask(service.base, method, `/api/admin/accounts${url}`, { headers: operator, json })).body;
const { accountId } = await admin("", { email: "bench@example.com", password: "a long password", plan: "business" });
await admin(`/${accountId}`, { limits: { requestsPerMinute: 1_000_000 } }, "PATCH");
const domainOf = (size: number) => `visits-${size}.example`;
for (const size of SIZES) await admin(`/${accountId}/domains`, { domain: domainOf(size), verified: true });
const { key } = await admin(`/${accountId}/api-keys`, { name: "bench" });
const headers: Record<string, string> = { "x-service-api-key": key as string };

/** Reports a visit and waits until it is counted, so that the domain's object has tables. */
async function visit(domain: string): Promise<void> {
  const first = `/first-of-${domain}`;
  const event = { id: "1", at: new Date().toISOString(), path: first, userAgent: "GPTBot/1.2", servedBy: "cache" };
  await ask(service.base, "POST", "/api/analytics/visits", { headers, json: { domain, events: [event] } });
  const isCounted = async () => {
    const { body } = await ask(service.base, "GET", `/api/analytics/bots?path=${first}&domain=${domain}`, { headers });
    return body.byProvider?.length === 1;
  };
  while (!(await isCounted())) await new Promise((resolve) => setTimeout(resolve, 500));
}
for (const size of SIZES) await visit(domainOf(size));
await service.stop();

const files = globSync(path.join(service.stateDir, "v3/do/*DomainVisits/*.sqlite")).filter(
  (each) => path.basename(each) !== "metadata.sqlite",
);

/** The file of a domain's object: the one that counted its first visit. */
function fileOf(size: number): string {
  const found = files.find((each) => {
    const db = new DatabaseSync(each);
    const row = db.prepare("SELECT 1 FROM visit_path WHERE path = ?").get(`/first-of-${domainOf(size)}`);
    db.close();
    return row !== undefined;
  });
  if (!found) throw new Error(`no object counted the visit of ${domainOf(size)}`);
  return found;
}

/** Aggregates a domain's visits in memory and writes them in key order. */
function fill(size: number): number {
  const db = new DatabaseSync(fileOf(size));
  db.exec("PRAGMA synchronous = OFF");
  const paths = new Map<string, number>();
  const agents = new Map<string, number>();
  const slots = new Map<number, Map<number, [number, number]>>();
  const totals = new Map<string, [number, number]>();
  const verdictOf = randomOf(3);
  const addPath = db.prepare(
    "INSERT INTO visit_path (path, folded, first_day, last_day) VALUES (?, lower(?), ?, ?) RETURNING id",
  );
  const today = Math.floor(now / DAY_MS);
  db.exec("BEGIN");
  for (const event of history({ seed: size, count: size, days: DAYS, paths: PATHS, now })) {
    const { provider, kind } = providerOf(event.userAgent);
    const name = `${provider} ${kind}`;
    if (!agents.has(name)) {
      db.prepare("INSERT OR IGNORE INTO visit_agent (token, provider, kind) VALUES (?, ?, ?)").run(
        name,
        provider,
        kind,
      );
      agents.set(name, (db.prepare("SELECT no FROM visit_agent WHERE token = ?").get(name) as { no: number }).no);
    }
    if (!paths.has(event.path)) {
      const row = addPath.get(event.path, event.path, today - DAYS + 1, today) as { id: number };
      paths.set(event.path, row.id);
      slots.set(row.id, new Map());
    }
    const x = verdictOf();
    const verdict = x < 0.7 ? 1 : x < 0.97 ? 0 : 2;
    const day = Math.floor(Date.parse(event.at) / DAY_MS);
    const add = <K>(map: Map<K, [number, number]>, of: K) => {
      const counts = map.get(of) ?? [0, 0];
      counts[event.servedBy === "cache" ? 0 : 1]++;
      map.set(of, counts);
    };
    add(slots.get(paths.get(event.path)!)!, day * 2048 + agents.get(name)! * 4 + verdict);
    add(totals, `${day} ${agents.get(name)} ${verdict}`);
  }
  const addSlot = db.prepare("INSERT INTO visit_daily (slot, cache, render) VALUES (?, ?, ?)");
  let rows = 0;
  for (const [pathId, counts] of slots) {
    for (const [low, [cache, render]] of [...counts].sort((a, b) => a[0] - b[0])) {
      addSlot.run(BigInt(pathId) * 67_108_864n + BigInt(low), cache, render);
      rows++;
    }
  }
  // Blocks of 8 and of 64 days. Triggers make the other sums.
  for (const shift of [3, 6])
    db.exec(
      `INSERT INTO visit_daily (slot, cache, render)
       SELECT (slot >> 26 << 26) + ((((slot >> 11) & 32767) >> ${shift}) << 11) + (slot & 2047), sum(cache), sum(render)
       FROM visit_daily WHERE (slot >> 11) & 32767 >= 8192 GROUP BY 1
       ON CONFLICT (slot) DO UPDATE SET cache = excluded.cache, render = excluded.render`,
    );
  const addTotal = db.prepare(
    `INSERT INTO visit_total VALUES (?, ?, ?, ?, ?, 0, 0)
     ON CONFLICT DO UPDATE SET cache = cache + excluded.cache, render = render + excluded.render`,
  );
  for (const [name, [cache, render]] of totals) addTotal.run(...name.split(" ").map(Number), cache, render);
  db.exec("COMMIT");
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return rows;
}

const rows = SIZES.map((size) => fill(size));
const megabytes = Math.round(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6);
console.log(
  `visit_daily rows: ${SIZES.map((size, i) => `${size} visits: ${rows[i]}`).join(", ")}; objects ${megabytes} MB`,
);

await service.restart();
const day = (ago: number) => new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
const page = encodeURIComponent("/products/item-0?page=0");
const rare = encodeURIComponent("/products/item-19999?page=1");
const QUERIES: Array<[string, (domain: string) => string]> = [
  ["page-insights, 30 days", (domain) => `page-insights?url=https://${domain}${page}`],
  ["page-insights, 180 days", (domain) => `page-insights?days=180&url=https://${domain}${page}`],
  ["bots/daily, 30 days", () => "bots/daily?"],
  ["bots/daily, 180 days", () => "bots/daily?days=180"],
  ["bots/summary, 30 days", () => "bots/summary?"],
  ["bots/summary, 180 days", () => "bots/summary?days=180"],
  ["bots, one path, 31 days", () => `bots?path=${page}`],
  ["bots, one rare path, 181 days", () => `bots?path=${rare}&from=${day(180)}`],
  ["bots, search with 112 matching paths, 31 days", () => "bots?search=item-199"],
  ["bots, the 100 most visited paths, 31 days", () => "bots?limit=100"],
  ["bots, the 100 most visited paths, 181 days", () => `bots?limit=100&from=${day(180)}`],
  ["bots, all paths, 1 day", () => `bots?from=${day(0)}`],
  ["bots, all paths, 31 days", () => "bots?"],
  ["bots, all paths, 181 days", () => `bots?from=${day(180)}`],
];

console.log(`\n| Report | ${SIZES.map((size) => `${size.toLocaleString("en")} visits`).join(" | ")} |`);
console.log(`| --- |${" --- |".repeat(SIZES.length)}`);
for (const [name, url] of QUERIES) {
  const cells: string[] = [];
  for (const size of SIZES) {
    const heap = await watchHeap(service.child.pid!, 100);
    const target = url(domainOf(size));
    const times: number[] = [];
    let length = 0;
    for (let i = 0; i < REPEATS; i++) {
      const from = performance.now();
      const answer = await fetch(`${service.base}/api/analytics/${target}&domain=${domainOf(size)}`, { headers });
      const bytes = await answer.arrayBuffer();
      times.push(performance.now() - from);
      if (answer.status !== 200) throw new Error(`${target}: ${answer.status}`);
      const body = JSON.parse(Buffer.from(bytes).toString());
      if (body.crawlerVisits?.total === 0) throw new Error(`${target} found no visit`);
      length = (body.byProvider?.length ?? 0) + (body.byServedBy?.length ?? 0);
    }
    heap.stop();
    times.sort((a, b) => a - b);
    const time = times[REPEATS >> 1]!;
    const each = length > 2_000 ? `, ${((time / length) * 1_000).toFixed(1)} µs each` : "";
    const entries = length > 0 ? ` (${length.toLocaleString("en")} entries${each})` : "";
    cells.push(`${Math.round(time)} ms${entries}, ${heap.peakMb().toFixed(0)} MB`);
  }
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
await service.dispose();
