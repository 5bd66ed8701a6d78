// Kills the whole service (SIGKILL to its process group) again and again at random moments while it audits a 300-page
// site. Reports what was lost, doubled or left locked. Usage: node bench/audit/kills.ts [kills] [max seconds]
import { ask, seedAccount, startAudit, startService, until, untilEnded } from "../../test/support/service.ts";
import { startSite } from "../../test/support/site-server.ts";

const [kills = 30, secondsAtMost = 3_600] = process.argv.slice(2).map(Number);
const PAGES = 300;
const endAt = Date.now() + secondsAtMost * 1_000;

function page(i: number): string {
  const next = [2 * i + 1, 2 * i + 2, (i * 7) % PAGES].filter((n) => n < PAGES);
  const links = next.map((n) => `<a href="/p/${n}">Page ${n}</a>`).join(" ");
  return `<!doctype html><html lang="en"><head><title>Page number ${i} of the site</title></head><body><h1>${i}</h1>${links}</body></html>`;
}

const site = await startSite();
for (let i = 1; i < PAGES; i++) site.routes[`/p/${i}`] = { body: page(i), delayMs: 20 };
site.routes["/"] = { body: page(0).replaceAll('"/p/0"', '"/"'), delayMs: 20 };
for (const route of Object.values(site.routes)) route.body = route.body!.replaceAll('"/p/0"', '"/"');

const service = await startService();
const auth = await seedAccount(service.base, { domain: site.host });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const runOf = async (runId: string) => {
  const list = await ask(service.base, "GET", "/api/seo-spider/runs", { headers: auth }).catch(() => null);
  return list?.body.runs?.find((each: { id: string }) => each.id === runId);
};

let killed = 0;
let longestLockMs = 0;
const audits: Array<{ status: string; pagesCrawled: number; distinct: number; kills: number; requests: number }> = [];

while (killed < kills && Date.now() < endAt) {
  site.log.length = 0;
  const started = await startAudit(service.base, auth, site.host, { allowSampling: false });
  if (started.status !== 200) throw new Error(`the domain is locked: ${JSON.stringify(started.body)}`);
  const { runId } = started.body;
  let killsHere = 0;
  let lastKillAt = 0;
  while (killed < kills && Date.now() < endAt) {
    // Half of the kills come soon after a start, the others while pages are being fetched again.
    const before = site.log.length;
    if (killsHere > 0 && Math.random() < 0.5)
      await until(async () => site.log.length > before || (await runOf(runId))?.completedAt, 200_000);
    await pause(Math.random() * 1_500);
    if ((await runOf(runId))?.completedAt) break;
    await service.kill();
    killed++;
    killsHere++;
    lastKillAt = Date.now();
    await service.restart();
  }
  const { run, pages } = await untilEnded(service.base, auth, runId, 330_000);
  if (lastKillAt > 0) longestLockMs = Math.max(longestLockMs, Date.now() - lastKillAt);
  const distinct = new Set(pages.map((each: { path: string }) => each.path)).size;
  audits.push({
    status: run.status,
    pagesCrawled: run.pagesCrawled,
    distinct,
    kills: killsHere,
    requests: site.log.length,
  });
  console.log(`audit ${audits.length}: ${JSON.stringify(audits.at(-1))}, rows ${pages.length}, kills so far ${killed}`);
}

const wrong = audits.filter(
  (each) => each.pagesCrawled !== PAGES || each.distinct !== PAGES || each.status !== "success",
);
const requests = audits.reduce((sum, each) => sum + each.requests, 0);
console.log(
  `${killed} kills in ${audits.length} audits of ${PAGES} pages; audits with a page lost or doubled: ${wrong.length}; ` +
    `longest time from a kill to a free lock: ${(longestLockMs / 1000).toFixed(0)} s; ${(requests / audits.length / PAGES).toFixed(2)} requests per page`,
);
await service.dispose();
await site.close();
process.exitCode = wrong.length > 0 ? 1 : 0;
