import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { until } from "../../test/support/service.ts";
import { defineBenchmark, measuresOf, type Figures } from "../harness/benchmark.ts";
import { startBundled, type BundledService } from "../support/bundled-service.ts";
import { figuresOfWorkerd } from "../../test/support/processes.ts";
import { startArticles } from "../support/start-articles.ts";

interface Size {
  domains: number[];
  pages: number;
  visits: number;
  rounds: number;
}

interface State {
  messages: number;
  active: number;
  lastAt: number;
  databaseBytes: number;
}

const DAY_MS = 86_400_000;
/** Requests at once while seeding. */
const AT_ONCE = 4;
/** A tick has ended when no queue has delivered anything for this long. */
const QUIET_MS = 3_000;
/** Audits that last longer have failed. */
const AUDITS_END_MS = 1_200_000;
const MB = 1_048_576;

const stateOf = ({ operate }: BundledService) => operate("/__bench/state", {}) as Promise<State>;

/** Size of the largest database of an object, with its write-ahead log. */
function largestObjectMb(stateDir: string): number {
  const files = readdirSync(stateDir, { recursive: true, encoding: "utf8" }).filter(
    (name) =>
      name.endsWith(".sqlite") &&
      !name.endsWith("metadata.sqlite") &&
      path.basename(path.dirname(name)).startsWith("crawlready-"),
  );
  const sizes = files.map((name) => {
    const file = path.join(stateDir, name);
    return statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  });
  return Math.max(0, ...sizes) / MB;
}

/** Runs a tick and waits until the queues are quiet. Returns the seconds until the last message was handled. */
async function tick(service: BundledService, cron: string, scheduledTime: number): Promise<number> {
  const startedAt = Date.now();
  await service.operate("/__bench/tick", { cron, scheduledTime });
  const sentAt = Date.now();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const state = await stateOf(service);
    const lastAt = Math.max(state.lastAt, sentAt);
    if (state.active > 0 || Date.now() - lastAt < QUIET_MS) continue;
    return (lastAt - startedAt) / 1_000;
  }
}

async function eachOf(count: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Runs a service with so many domains through a day, and measures it. */
async function runDay(service: BundledService, domains: number, origin: string, size: Size): Promise<Figures> {
  const { operate, database } = service;
  const { pages, visits } = size;
  const { accountId } = await operate("/api/admin/accounts", {
    email: "bench@example.com",
    password: "a long password",
    plan: "business",
  });
  const limits = { domains, pagesPerRun: pages, pagesPerMonth: 1_000_000_000, requestsPerMinute: 1_000_000 };
  await operate(`/api/admin/accounts/${accountId}`, { limits }, "PATCH");
  await eachOf(domains, (i) =>
    operate(`/api/admin/accounts/${accountId}/domains`, {
      domain: `site-${i}.example`,
      origin,
      verified: true,
      auditFrequency: "daily",
    }),
  );
  const { results } = await database.prepare("SELECT id FROM domain ORDER BY id").all();
  const startedAt = performance.now();
  await eachOf(domains, async (i) => {
    const { failed } = await operate("/__bench/visits", { domainId: results[i]!["id"], count: visits, pages });
    if (failed > 0) throw new Error("visits were not counted");
  });
  const visitRate = (domains * visits) / ((performance.now() - startedAt) / 1_000);

  const now = Date.now();
  await tick(service, "*/15 * * * *", now);
  const count = async (where: string) =>
    (await database.prepare(`SELECT count(*) AS n FROM audit_run WHERE ${where}`).first("n"))!;
  await until(async () => (await count("completed_at IS NOT NULL")) === domains, AUDITS_END_MS);
  const endedAt = await database.prepare("SELECT max(completed_at) AS at FROM audit_run").first("at");
  const auditSeconds = (endedAt! - now) / 1_000;
  const good = await count("status IN ('success', 'limit_reached')");
  if (good !== domains) throw new Error(`${good} of ${domains} audits are complete`);
  const databaseKb = (await stateOf(service)).databaseBytes / domains / 1_024;
  const objectMb = largestObjectMb(service.stateDir);
  // The domains are not audited again: only upkeep and the other jobs are measured.
  await database.prepare("UPDATE domain SET audit_frequency = 'none'").run();
  return {
    databaseKb,
    objectMb,
    visitRate,
    auditRate: (domains * pages) / auditSeconds,
    idleTick: await tick(service, "*/15 * * * *", now + 15 * 60_000),
    upkeepTick: await tick(service, "*/15 * * * *", now + DAY_MS / 2),
    dailyTick: await tick(service, "10 0 * * *", now + DAY_MS),
    archiveTick: await tick(service, "10 0 * * *", now + 8 * DAY_MS),
    memoryMb: figuresOfWorkerd().residentMb,
  };
}

export const domains = defineBenchmark<Size>({
  name: "domains",
  measures:
    "Runs a service with many domains through a day: their visits, their scheduled audits, and both crons' ticks until the last message is " +
    "handled. Memory is that of the local workerd, which keeps all objects in one process.",
  peers: ["the fewest domains"],
  sizes: {
    short: { domains: [5, 20], pages: 20, visits: 200, rounds: 1 },
    long: { domains: [100, 1_000], pages: 20, visits: 200, rounds: 2 },
  },

  async run({ size, inTurns, defer }) {
    const site = await startArticles(size.pages);
    defer(site.stop);
    const measureDay = async (count: number) => {
      const service = await startBundled({ entry: "bench/support/measured-worker.mjs" });
      try {
        return await runDay(service, count, `http://${site.host}`, size);
      } finally {
        await service.dispose();
      }
    };
    const contenders = Object.fromEntries(
      size.domains.map((count) => [`${count.toLocaleString("en")} domains`, () => measureDay(count)]),
    );
    const less = { better: "less" as const };
    return measuresOf(await inTurns(size.rounds, contenders), {
      databaseKb: { what: "D1 per domain", unit: "KB", ...less, shown: "picture" },
      objectMb: { what: "largest object", unit: "MB", ...less },
      visitRate: { what: "visits counted per second", unit: "", better: "more" },
      auditRate: { what: "pages audited per second, all domains at once", unit: "", better: "more" },
      idleTick: { what: "quarter-hourly tick, nothing due", unit: "s", ...less },
      upkeepTick: { what: "quarter-hourly tick, upkeep of all due", unit: "s", ...less },
      dailyTick: { what: "daily tick, nothing old", unit: "s", ...less },
      archiveTick: { what: "daily tick, every run to archive", unit: "s", ...less, shown: "picture" },
      memoryMb: { what: "memory of workerd", unit: "MB", ...less },
    });
  },
});
