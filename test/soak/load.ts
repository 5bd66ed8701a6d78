import { addAuditedPages } from "../chaos/loads/audits.ts";
import { seeded } from "../support/seeded.ts";
import { ask, seedAccount, startAudit, startService, untilEnded } from "../support/service.ts";
import { startSite } from "../support/site-server.ts";
import { BOT, type Soaked } from "./soaked.ts";
import { RENDERED, startSites } from "./sites.ts";
import { isFlat, trendOf } from "./verdict.ts";
import { Watch } from "./watch.ts";

/** A domain may cause 60 renders a minute. */
const SITES = 20;
const KEPT_PER_SITE = 10;
const AT_ONCE = 6;
const SAID_EVERY = 5_000;
const [HIT, MISS] = [0.95, 0.99];

/** 95 % cached pages, 4 % new ones, 1 % invalidations, and audits beside, at most `rate` requests per second. */
export async function soakLoad(minutes: number, rate: number, say: (line: string) => void): Promise<Soaked> {
  const sites = await startSites(SITES);
  const audited = await startSite();
  addAuditedPages(audited);
  const service = await startService();
  const { base } = service;
  const limits = { requestsPerMinute: 1_000_000, onDemandAuditsPerMonth: 1_000_000, pagesPerMonth: 100_000_000 };
  const keys: Array<Record<string, string>> = [];
  for (const domain of sites.hosts) keys.push(await seedAccount(base, { domain }, "business", limits));
  const auditor = await seedAccount(base, { domain: audited.host }, "business", limits);
  const random = seeded(1);
  const counts: Record<string, number> = {};
  const firstWrong: string[] = [];
  const latencies: number[] = [];
  let [done, fresh, endAt] = [0, 0, Infinity];
  const isOver = () => Date.now() >= endAt;
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
  const read = async (site: number, path: string, asked: string) => {
    const startedAt = performance.now();
    const headers = { ...keys[site], "user-agent": BOT };
    const url = `/render/http://${sites.hosts[site]}${path}`;
    const answer = await ask(base, "GET", url, { headers }).catch(() => null);
    const cache = answer?.headers.get("x-crawlready-cache") ?? "not marked";
    const isRight = answer?.status === 200 && (cache === "bypass" || String(answer.body).includes(RENDERED));
    if (!isRight && firstWrong.length < 10) firstWrong.push(`${path}: ${answer?.status ?? "no answer"}, ${cache}`);
    if (cache === "hit") latencies.push(performance.now() - startedAt);
    count(isRight ? `${asked}: ${cache}` : "wrong answers");
  };
  const purge = async (site: number, path: string) => {
    const json = { domain: sites.hosts[site], path };
    const url = "/api/prerender/cache/invalidate-page-cache";
    const answer = await ask(base, "POST", url, { headers: keys[site]!, json }).catch(() => null);
    count(answer?.status === 200 ? "purges" : "wrong answers");
  };
  const request = async () => {
    const [chance, site] = [random(), Math.floor(random() * SITES)];
    const kept = `/app/kept-${Math.floor(random() * KEPT_PER_SITE)}`;
    if (chance < HIT) await read(site, kept, "kept");
    else if (chance < MISS) await read(site, `/app/${fresh++}`, "new");
    else await purge(site, kept);
    if (++done % SAID_EVERY === 0) say(`${done} requests, ${JSON.stringify(counts)}`);
  };
  const startedAt = Date.now();
  let begun = 0;
  const lane = async () => {
    while (!isOver()) {
      const early = startedAt + (begun++ * 1_000) / rate - Date.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      if (!isOver()) await request();
    }
  };
  const audits = async () => {
    while (!isOver()) {
      const started = await startAudit(base, auditor, audited.host, { allowSampling: false }).catch(() => null);
      const run = started?.body.runId && (await untilEnded(base, auditor, started.body.runId, 600_000));
      count(run?.run.status === "success" ? "audits" : "audits that failed");
    }
  };
  const watch = new Watch(service.child.pid!, () => done);
  await watch.take();
  watch.start();
  endAt = Date.now() + minutes * 60_000;
  await Promise.all([...Array.from({ length: AT_ONCE }, lane), audits()]);
  await watch.stop();
  const busy = [...watch.samples];
  const hasClosed = await watch.untilClosed(180_000);
  const after = await watch.take("collected");
  await service.dispose();
  await Promise.all([sites.close(), audited.close()]);
  const wrong: string[] = [];
  for (const read of ["workerdMb", "browserMb", "entryMb", "nodeMb"] as const) {
    const trend = trendOf(busy.map((sample) => [sample.second, sample[read]] as const));
    if (!trend) continue;
    const text = `${read}: ${Math.round(trend.mean)}, ${(trend.growth * 100).toFixed(1)} % more over the second half, at most ${Math.round(trend.most)}`;
    say(text);
    if (!isFlat(trend)) wrong.push(`grows: ${text}`);
  }
  for (const fault of ["wrong answers", "audits that failed"])
    if (counts[fault]) wrong.push(`${counts[fault]} ${fault}`);
  if (!hasClosed) wrong.push("a browser was left");
  if (watch.windows.stuck.length > 0) wrong.push(`pages that stayed: ${watch.windows.stuck.join(", ")}`);
  const sorted = latencies.toSorted((a, b) => a - b);
  const quantile = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  const hitMs = { median: quantile(0.5), p99: quantile(0.99) };
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  return {
    samples: watch.samples,
    xName: "requests",
    facts: { requests: done, seconds, counts, hitMs, afterCollection: after, firstWrong },
    wrong,
  };
}
