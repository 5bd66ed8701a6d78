import { watchHeap } from "../../test/support/heap.ts";
import { ask, seedAccount, startAudit, startService, untilEnded } from "../../test/support/service.ts";
import { defineBenchmark, measuresOf, type Figures } from "../harness/benchmark.ts";
import { figuresOfGroup } from "../../test/support/processes.ts";
import { startArticles } from "../support/start-articles.ts";

export const auditGrowth = defineBenchmark({
  name: "audit-growth",
  measures:
    "Audits sites of different sizes in one service. CPU is that of the workerd that runs everything: the Worker, D1, queues and objects. " +
    "The heap is the Worker's own, garbage included, read twice per second; Cloudflare limits it to 128 MB.",
  peers: ["the smallest site"],
  sizes: { short: { sites: [1_000, 5_000], rounds: 2 }, long: { sites: [2_000, 20_000, 100_000], rounds: 2 } },

  async run({ size: { sites, rounds }, inTurns, defer }) {
    const service = await startService();
    defer(service.dispose);
    const cpuSeconds = () => figuresOfGroup(service.child.pid!, "workerd").cpuSeconds;

    async function audit(pages: number, host: string, auth: Record<string, string>): Promise<Figures> {
      const before = cpuSeconds();
      const heap = await watchHeap(service.child.pid!, 500);
      const { body } = await startAudit(service.base, auth, host, { allowSampling: false, files: "none" });
      // The progress stream ends with the run.
      await ask(service.base, "GET", `/api/seo-spider/runs/${body.runId}/progress`, { headers: auth });
      const { run } = await untilEnded(service.base, auth, body.runId, 1_800_000);
      heap.stop();
      if (run.pagesCrawled !== pages) throw new Error(`${run.pagesCrawled} of ${pages} pages were audited`);
      const rate = pages / (run.crawlStats.durationMs / 1_000);
      return { rate, cpu: ((cpuSeconds() - before) * 1_000) / pages, heap: heap.peakMb() };
    }

    const contenders: Record<string, () => Promise<Figures>> = {};
    for (const pages of sites) {
      const site = await startArticles(pages);
      defer(site.stop);
      const auth = await seedAccount(service.base, { domain: site.host }, "business", { pagesPerRun: pages });
      contenders[`${pages.toLocaleString("en")} pages`] = () => audit(pages, site.host, auth);
    }
    // The first run compiles the Worker's code.
    await Object.values(contenders)[0]!();
    return measuresOf(await inTurns(rounds, contenders), {
      rate: { what: "pages per second", unit: "", better: "more" },
      cpu: { what: "CPU per page", unit: "ms", better: "less", shown: "picture" },
      heap: { what: "largest heap of the Worker", unit: "MB", better: "less" },
    });
  },
});
