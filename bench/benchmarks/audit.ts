import { ask, seedAccount, startAudit, startService, untilEnded } from "../../test/support/service.ts";
import { defineBenchmark, measuresOf, OURS, type Figures } from "../harness/benchmark.ts";
import { runPeer } from "../harness/peers.ts";
import { figuresOfGroup } from "../../test/support/processes.ts";
import { startArticles } from "../support/start-articles.ts";

/** Requests at once of the peers. This service makes five. */
const PEERS_AT_ONCE = "50";
/** The peers render nothing either. */
const RUN = { allowSampling: false, files: "none", rendering: "never" } as const;
/** Peers that don't try a failed request again may miss a few pages of a busy site. */
const LEAST_SHARE = 0.99;

export const audit = defineBenchmark({
  name: "audit",
  measures:
    "Crawls one site of articles, 28 KB and 60 links each, without a browser. Crawlready runs all checks, stores the result and makes 5 requests " +
    "at once. " +
    "The peers make 50, check nothing (linkinator: whether links work) and store nothing. `plain Node` finds titles and links by regular " +
    "expressions and does nothing else.",
  peers: ["@crawlee/cheerio", "linkinator", "plain Node"],
  sizes: { short: { pages: 1_000, rounds: 3 }, long: { pages: 8_000, rounds: 5 } },

  async run({ size: { pages, rounds }, inTurns, defer }) {
    const site = await startArticles(pages);
    defer(site.stop);
    const service = await startService();
    defer(service.dispose);
    const auth = await seedAccount(service.base, { domain: site.host });
    const cpuSeconds = () => figuresOfGroup(service.child.pid!, "workerd").cpuSeconds;

    async function ours(): Promise<Figures> {
      const before = cpuSeconds();
      const { body } = await startAudit(service.base, auth, site.host, RUN);
      // The progress stream ends with the run; waiting for it costs less than polling.
      await ask(service.base, "GET", `/api/seo-spider/runs/${body.runId}/progress`, { headers: auth });
      const { run } = await untilEnded(service.base, auth, body.runId, 600_000);
      if (run.pagesCrawled !== pages) throw new Error(`${run.pagesCrawled} instead of ${pages} pages were audited`);
      return figuresOf(run.pagesCrawled, run.crawlStats.durationMs / 1_000, cpuSeconds() - before);
    }
    async function peer(script: string): Promise<Figures> {
      const args = [`http://${site.host}/`, PEERS_AT_ONCE];
      const found = await runPeer<{ pages: number; seconds: number; cpuSeconds: number }>(script, args);
      if (found.pages < pages * LEAST_SHARE) throw new Error(`${script} found ${found.pages} of ${pages} pages`);
      return figuresOf(found.pages, found.seconds, found.cpuSeconds);
    }
    const figuresOf = (found: number, seconds: number, cpu: number): Figures => ({
      rate: found / seconds,
      cpu: (cpu * 1_000) / found,
    });

    // The first run compiles the Worker's code.
    await ours();
    const found = await inTurns(rounds, {
      [OURS]: ours,
      Crawlee: () => peer("crawlee.mjs"),
      linkinator: () => peer("linkinator.mjs"),
      "plain Node": () => peer("plain-crawler.mjs"),
    });
    return measuresOf(found, {
      rate: { what: "pages per second", unit: "", better: "more", shown: "picture" },
      cpu: { what: "CPU per page", unit: "ms", better: "less", shown: "picture" },
    });
  },
});
