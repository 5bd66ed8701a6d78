// Measures the cost per page as a run grows, and the Worker's memory. Usage: node bench/audit/scale.ts [pages …]
// CPU and resident memory cover the one workerd process that runs everything: the Worker, D1, queues and Durable
// Objects. The heap is the Worker's own, garbage included; Cloudflare limits it to 128 MB.
import { watchHeap } from "../../test/support/heap.ts";
import { ask, freePort, seedAccount, startAudit, startService, untilEnded } from "../../test/support/service.ts";
import { processFigures, startSite } from "./service.ts";

const sizes = process.argv.slice(2).map(Number);
const service = await startService();
const figures = () => processFigures(service.child.pid!, "workerd");

for (const pages of sizes.length > 0 ? sizes : [2_000, 20_000]) {
  const port = await freePort();
  const site = await startSite(pages, port);
  const domain = `127.0.0.1:${port}`;
  const auth = await seedAccount(service.base, { domain }, "business", { pagesPerRun: pages });
  const before = figures();
  let peakMb = before.rssMb;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, figures().rssMb)), 200);
  const heap = await watchHeap(service.child.pid!, 500);
  const { body } = await startAudit(service.base, auth, domain, { allowSampling: false, files: "none" });
  // The progress stream ends with the run.
  await ask(service.base, "GET", `/api/seo-spider/runs/${body.runId}/progress`, { headers: auth });
  const { run } = await untilEnded(service.base, auth, body.runId, 1_800_000);
  clearInterval(watch);
  heap.stop();
  const cpuMs = (figures().cpuSeconds - before.cpuSeconds) * 1_000;
  const seconds = run.crawlStats.durationMs / 1_000;
  console.log(
    `${run.pagesCrawled} pages, ${run.status}: ${seconds.toFixed(1)} s, ${(run.pagesCrawled / seconds).toFixed(0)} pages/s, ` +
      `${(cpuMs / run.pagesCrawled).toFixed(2)} ms of CPU per page, ` +
      `heap ${heap.peakMb().toFixed(0)} MB at most, resident memory ${before.rssMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} MB at most`,
  );
  site.kill();
}
await service.dispose();
