/**
 * How long each report takes over HTTP, to the last byte, for domains with 100 thousand, 1 and 10 million visits over
 * 180 days and 20,000 paths. A first visit creates the domain's object; the others are counted in its file by its own code. After each time: the time per entry of a long response, and the largest heap of the Worker, garbage included.
 * `node bench/analytics/queries.ts [sizes=100000,1000000,10000000]`
 */
import { globSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { watchHeap } from "../../test/support/heap.ts";
import { objectStorage } from "../../test/support/object-storage.ts";
import { ADMIN_TOKEN, ask, startService } from "../../test/support/service.ts";
import { history, providerOf, randomOf, type HistoryEvent } from "../../test/support/visit-history.ts";

const [sizes = "100000,1000000,10000000"] = process.argv.slice(2);
const SIZES = sizes.split(",").map(Number);
const PATHS = 20_000;
const DAYS = 180;
const DAY_MS = 86_400_000;
const REPEATS = 7;
const now = Date.now();

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** The code of the object, as one module that Node can load. */
const bundled = await build({
  stdin: {
    contents: `export * from "./src/analytics/domain-visits/visit-store"; export * from "./src/analytics/core/visit-key";`,
    resolveDir: process.cwd(),
  },
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
});
const { VisitStore, visitKey } = (await import(
  `data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0]!.contents).toString("base64")}`
)) as { VisitStore: new (sql: unknown) => Store; visitKey: (name: string) => string };
type Visit = ReturnType<typeof visitOf>;
interface Store {
  freshIds: (visits: Visit[]) => unknown;
  append: (ids: unknown, visits: Visit[]) => void;
  isFull: () => boolean;
  merge: (since: number) => void;
  paths: { count: number };
  unmerged: { visits: number };
}

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
    const row = db.prepare("SELECT 1 FROM visit_log WHERE instr(batch, ?) > 0").get(`/first-of-${domainOf(size)}"`);
    db.close();
    return row !== undefined;
  });
  if (!found) throw new Error(`no object counted the visit of ${domainOf(size)}`);
  return found;
}

/** Counts a domain's visits in its file with the code of the object. They come in random order, 2,000 at a time. */
function fill(size: number): void {
  const db = new DatabaseSync(fileOf(size));
  db.exec("PRAGMA synchronous = OFF");
  const { sql } = objectStorage(db) as { sql: unknown };
  const started = performance.now();
  let store = new VisitStore(sql);
  let slowest = 0;
  let batch: Visit[] = [];
  const count = () => {
    db.exec("BEGIN");
    const fresh = store.freshIds(batch);
    store.append(fresh, batch);
    const from = performance.now();
    if (store.isFull()) store.merge(0);
    slowest = Math.max(slowest, performance.now() - from);
    db.exec("COMMIT");
    batch = [];
  };
  const verdictOf = randomOf(3);
  for (const event of history({ seed: size, count: size, days: DAYS, paths: PATHS, now })) {
    const x = verdictOf();
    if (batch.push(visitOf(event, x < 0.7 ? 1 : x < 0.97 ? 0 : 2)) === 2_000) count();
  }
  count();
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const micros = Math.round(((performance.now() - started) / size) * 1_000);
  const before = heldMb();
  store = new VisitStore(sql);
  const sizes = ["visit_cell", "visit_day", "visit_id", "visit_path", "visit_path_state", "visit_log"].map((table) => {
    const { n, bytes } = db
      .prepare(`SELECT count(*) AS n, (SELECT sum(pgsize) FROM dbstat WHERE name = '${table}') AS bytes FROM ${table}`)
      .get() as { n: number; bytes: number };
    return `${table} ${n} rows, ${(bytes / 1e6).toFixed(1)} MB`;
  });
  console.log(
    `${size} visits: ${micros} µs each, slowest merge ${Math.round(slowest)} ms, ${Math.round(heldMb() - before)} MB held by ${store.paths.count} paths and ${store.unmerged.visits} visits; ${sizes.join("; ")}`,
  );
  db.close();
}

function heldMb(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

/** A visit of the history as the object counts it. */
function visitOf(event: HistoryEvent, verdict: 0 | 1 | 2) {
  const at = Date.parse(event.at);
  const day = Math.floor(at / DAY_MS);
  const { provider, kind } = providerOf(event.userAgent);
  const [cache, render] = event.servedBy === "cache" ? [1, 0] : [0, 1];
  return {
    key: visitKey(event.id),
    expiresDay: day + 182,
    path: event.path,
    day,
    at,
    token: `${provider} ${kind}`,
    provider,
    kind,
    verdict,
    visits: 1,
    cache,
    render,
    savedMs: null,
    renderMs: null,
    status: null,
    source: event.servedBy,
    form: "page" as const,
    rule: null,
    line: null,
  };
}

for (const size of SIZES) fill(size);
const megabytes = Math.round(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6);
console.log(`objects ${megabytes} MB`);

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
  ["bots, limit=100 of a search that finds all paths, 31 days", () => "bots?search=p&limit=100"],
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
