// Kills the whole service (SIGKILL to its process group) again and again at random moments while it audits, renders,
// invalidates, counts visits and deletes accounts. Reports what was lost, doubled, stale or left behind.
// Usage: node bench/kills/kills.ts [kills] [max seconds]
import { seedAccount, startService } from "../../test/support/service.ts";
import { startSite } from "../../test/support/site-server.ts";
import { addAuditedPages, audits } from "./audits.ts";
import { invalidations, purges, visits } from "./writes.ts";

const [kills = 30, secondsAtMost = 3_600] = process.argv.slice(2).map(Number);
const endAt = Date.now() + secondsAtMost * 1_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const audited = await startSite();
addAuditedPages(audited);
const rendered = await startSite();
rendered.routes = { ...audited.routes };
const service = await startService();
const limits = { requestsPerMinute: 1_000_000 };
const auditor = await seedAccount(service.base, { domain: audited.host }, "business", limits);
const renderer = await seedAccount(service.base, { domain: rendered.host }, "business", limits);

let killed = 0;
const isOver = () => killed >= kills || Date.now() > endAt;
const work = Promise.all([
  audits(service, auditor, audited, isOver),
  // Not the rendered site, because each render for a crawler is a visit, too.
  visits(service, auditor, audited.host, isOver),
  invalidations(service, renderer, rendered, isOver),
  purges(service, rendered, isOver),
]);
while (!isOver()) {
  await pause(1_000 + Math.random() * 11_000);
  await service.kill();
  killed++;
  await service.restart();
  console.log(`${killed} kills`);
}
const [runs, counts, reads, purged] = await work;
console.log(`${killed} kills`);
console.log(`audits: ${runs.count}, with a page lost or doubled: ${runs.wrong.length}`, runs.wrong);
console.log(`visits: ${counts.reported} reported, ${counts.counted} counted`);
console.log(`invalidations: ${reads.rounds}, reads after them: ${reads.fresh} fresh, ${reads.stale} stale`);
console.log(`deleted accounts: ${purged.deleted}, left behind:`, purged.left);
await service.dispose();
await Promise.all([audited.close(), rendered.close()]);
const isRight =
  runs.wrong.length === 0 && counts.counted === counts.reported && reads.stale === 0 && purged.left.length === 0;
process.exitCode = isRight ? 0 : 1;
