/**
 * Seeds domains with audited pages and visits in one local service, then prints what they use: the database, the
 * largest object, both crons' ticks and the memory of workerd. Pages come from scheduled audits, visits through the
 * consumer of their queue. `node bench/scale/domains.ts [domains=100] [pages=1000] [visits=10000]`
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as optionsOf } from "wrangler";
import { watchHeap } from "../../test/support/heap.ts";
import { freePort } from "../../test/support/service.ts";
import { startSite } from "../audit/service.ts";

const [domains = 100, pages = 1_000, visits = 10_000] = process.argv.slice(2).map(Number);
const ADMIN = { authorization: "Bearer bench", "content-type": "application/json" };
const DAY_MS = 86_400_000;
/** Requests at once while seeding. */
const AT_ONCE = 4;
/** A tick has ended when no queue has delivered anything for this long. */
const QUIET_MS = 3_000;

const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-scale-"));
const stateDir = path.join(folder, "state");
const bundle = spawnSync("npx", ["wrangler", "deploy", "bench/scale/worker.mjs", "--dry-run", "--outdir", folder], {
  encoding: "utf8",
});
if (bundle.status !== 0) throw new Error(bundle.stderr);
const port = await freePort();
const { modulesRules: _rules, ...workerOptions } = optionsOf("wrangler.toml").workerOptions;
const inspectorPort = await freePort();
const mf = new Miniflare({
  ...convertV4MiniflareOptions({
    host: "127.0.0.1",
    port,
    workers: [
      {
        ...workerOptions,
        name: "crawlready",
        modules: modulesOf(),
        bindings: {
          ADMIN_TOKEN: "bench",
          ALLOW_PRIVATE_HOSTS: "true",
          API_HOSTS: `127.0.0.1:${port}`,
          AUTH_SECRET: "bench-secret-bench-secret-bench",
          CRAWLER_PROOFS_URL: "off",
          DNS_RESOLVER_URL: "http://127.0.0.1:9/dns-query",
        },
      },
    ],
  } as never),
  inspectorPort,
  resourcePersistencePath: stateDir,
});
const front = await mf.ready;
const db = await mf.getD1Database("DB", "crawlready");
for (const file of readdirSync("migrations").filter((name) => name.endsWith(".sql")))
  for (const statement of readFileSync(path.join("migrations", file), "utf8").split("--> statement-breakpoint"))
    await db.prepare(statement).run();

async function ask(url: string, json: unknown, method = "POST"): Promise<any> {
  const response = await fetch(new URL(url, front), { method, headers: ADMIN, body: JSON.stringify(json) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

/** The bundle's entry, and the files that it imports as text. */
function modulesOf() {
  const names = readdirSync(folder).filter((name) => name.endsWith(".js") || !/\.(map|md)$/.test(name));
  return names
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort((a, b) => Number(b === "worker.js") - Number(a === "worker.js"))
    .map((name) => ({
      type: name.endsWith(".js") ? "ESModule" : "Text",
      path: name,
      contents: readFileSync(path.join(folder, name), "utf8"),
    }));
}

/** Resident memory in MB of the workerd that this process started. */
function memoryMb(): number {
  let mb = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (stat.includes("(workerd)") && Number(fields[1]) === process.pid)
        mb += (Number(fields[21]) * 4_096) / 1_048_576;
    } catch {
      // The process has ended in the meantime.
    }
  }
  return mb;
}

const group = spawnSync("ps", ["-o", "pgid=", "-p", String(process.pid)], { encoding: "utf8" }).stdout;
/** The Worker's own heap; null if the inspector can't be found. */
const heap = await watchHeap(Number(group), 500).catch(() => null);
const heapText = () => (heap ? `, heap of the Worker ${heap.peakMb().toFixed(0)} MB at most` : "");

let peakMb = 0;
const watch = setInterval(() => (peakMb = Math.max(peakMb, memoryMb())), 500);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const mb = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;

/** Sizes of all databases of objects in bytes, by class, with their write-ahead logs. */
function objectSizes(): Map<string, number[]> {
  const sizes = new Map<string, number[]>();
  for (const name of readdirSync(stateDir, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".sqlite") || name.endsWith("metadata.sqlite")) continue;
    const file = path.join(stateDir, name);
    const wal = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const folderName = path.basename(path.dirname(file));
    if (!folderName.startsWith("crawlready-")) continue;
    sizes.set(folderName, [...(sizes.get(folderName) ?? []), statSync(file).size + wal]);
  }
  return sizes;
}

/** Runs a tick and waits until the queues are quiet. Returns the time until the last message was handled. */
async function tick(cron: string, scheduledTime: number) {
  const startedAt = Date.now();
  const before = await ask("/__bench/state", {});
  await ask("/__bench/tick", { cron, scheduledTime });
  const sentMs = Date.now() - startedAt;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const state = await ask("/__bench/state", {});
    const lastAt = Math.max(state.lastAt, startedAt + sentMs);
    if (state.active > 0 || Date.now() - lastAt < QUIET_MS) continue;
    return { sentMs, ms: lastAt - startedAt, messages: state.messages - before.messages };
  }
}

async function eachDomain(work: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < domains) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function main(): Promise<void> {
  const sitePort = await freePort();
  const site = await startSite(pages, sitePort);
  console.log(`${domains} domains with ${pages} pages and ${visits} visits each`);
  const { accountId } = await ask("/api/admin/accounts", {
    email: "bench@example.com",
    password: "a long password",
    plan: "business",
  });
  const limits = { domains, pagesPerRun: pages, pagesPerMonth: 1_000_000_000, requestsPerMinute: 1_000_000 };
  await ask(`/api/admin/accounts/${accountId}`, { limits }, "PATCH");
  const origin = `http://127.0.0.1:${sitePort}`;
  await eachDomain(async (i) => {
    const json = { domain: `site-${i}.example`, origin, verified: true, auditFrequency: "daily" };
    await ask(`/api/admin/accounts/${accountId}/domains`, json);
  });
  const { results } = await db.prepare("SELECT id FROM domain ORDER BY id").all<{ id: string }>();

  let startedAt = Date.now();
  await eachDomain(async (i) => {
    const { failed } = await ask("/__bench/visits", { domainId: results[i]!.id, count: visits, pages });
    if (failed > 0) throw new Error("visits were not counted");
  });
  const visitSeconds = (Date.now() - startedAt) / 1_000;
  console.log(`visits: ${Math.round((domains * visits) / visitSeconds)} per second`);

  startedAt = Date.now();
  const now = Date.now();
  const first = await tick("*/15 * * * *", now);
  const count = (where: string) => db.prepare(`SELECT count(*) AS n FROM audit_run WHERE ${where}`).first<number>("n");
  while ((await count("completed_at IS NULL")) !== 0 || (await count("1")) === 0)
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  const auditSeconds = (Date.now() - startedAt) / 1_000;
  const done = (await db.prepare("SELECT sum(pages_crawled) AS n FROM audit_run").first<number>("n"))!;
  const good = await count("status IN ('success', 'limit_reached')");
  const ends = await db
    .prepare("SELECT status, error_message AS why, count(*) AS n FROM audit_run GROUP BY 1, 2")
    .all<{ status: string; why: string | null; n: number }>();
  for (const { status, why, n } of ends.results)
    console.log(`audits that ended as ${status}: ${n}${why ? ` (${why})` : ""}`);
  console.log(`audits: ${good} of ${domains} complete, ${Math.round(done / auditSeconds)} pages per second`);
  console.log(`first quarter-hourly tick, audits included: sent in ${first.sentMs} ms, ${first.messages} messages`);

  const { databaseBytes } = await ask("/__bench/state", {});
  console.log(`D1: ${mb(databaseBytes)}, ${(databaseBytes / domains / 1_024).toFixed(0)} KB per domain`);
  for (const [name, sizes] of objectSizes())
    console.log(`objects ${name}: ${sizes.length}, largest ${mb(Math.max(...sizes))}`);
  console.log(`memory of workerd: ${memoryMb().toFixed(0)} MB now, ${peakMb.toFixed(0)} MB at most${heapText()}`);

  const report = async (name: string, cron: string, at: number) => {
    const { sentMs, ms, messages } = await tick(cron, at);
    console.log(`${name}: sent in ${sentMs} ms, ${messages} messages handled in ${seconds(ms)}`);
  };
  // The domains are not audited again: only upkeep and the other jobs are measured.
  await db.prepare("UPDATE domain SET audit_frequency = 'none'").run();
  await report("quarter-hourly tick, nothing due", "*/15 * * * *", now + 15 * 60_000);
  await report("quarter-hourly tick, all upkeep due", "*/15 * * * *", now + DAY_MS / 2);
  await report("daily tick, nothing old", "10 0 * * *", now + DAY_MS);
  await report("daily tick, every run goes to the archive", "10 0 * * *", now + 8 * DAY_MS);
  const after = await ask("/__bench/state", {});
  console.log(`D1 after the archive: ${mb(after.databaseBytes)}, peak memory ${peakMb.toFixed(0)} MB${heapText()}`);
  site.kill();
}

try {
  await main();
} finally {
  clearInterval(watch);
  heap?.stop();
  await mf.dispose();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
