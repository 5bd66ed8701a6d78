import http from "node:http";
import { FREE_SETTINGS } from "../../scripts/dev/free-plan.ts";
import { median } from "../../src/lib/numbers/median.ts";
import { defineBenchmark, measuresOf, OURS, type Figures, type Measure } from "../harness/benchmark.ts";
import { addAccount, BOT, startBundled, type BundledService } from "../support/bundled-service.ts";
import { figuresOfWorkerd } from "../../test/support/processes.ts";
import { startArticles } from "../support/start-articles.ts";

/** After a job, queues and objects work for a moment. */
const QUIET_MS = 1_500;
/** Messages that a tick of this cron sends when nothing is due. */
const CRONS = { "*/15 * * * *": 13, "10 0 * * *": 10 };
const REFERENCE = "constant Worker";

interface Asked {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  json?: unknown;
}

interface Answer {
  status: number;
  cookie: string;
  text: string;
  /** From the request to the first byte of the answer. */
  firstByteMs: number;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const cpuMs = () => figuresOfWorkerd().cpuSeconds * 1_000;

/** Sends requests to one server over connections that stay open. */
function client({ hostname, port }: URL): (asked: Asked) => Promise<Answer> {
  const agent = new http.Agent({ keepAlive: true });
  return ({ path, method = "GET", headers = {}, json }) => {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const all = { ...(body && { "content-type": "application/json" }), ...headers };
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const request = http.request({ hostname, port, path, method, headers: all, agent }, (response) => {
        let text = "";
        let firstByteMs = 0;
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          firstByteMs ||= performance.now() - startedAt;
          text += chunk;
        });
        response.on("error", reject);
        response.on("end", () => {
          const cookie = (response.headers["set-cookie"] ?? []).map((each) => each.split(";")[0]).join("; ");
          resolve({ status: response.statusCode ?? 0, cookie, text, firstByteMs });
        });
      });
      request.on("error", reject);
      request.end(body);
    });
  };
}

/** Audits the site and waits for the end of the run. Returns its path in the API. */
async function auditSite(ask: ReturnType<typeof client>, host: string, headers: Record<string, string>) {
  const json = { domain: host, urls: [`http://${host}/`], mode: "follow", allowSampling: false };
  const { text } = await ask({ path: "/api/seo-spider/runs", method: "POST", headers, json });
  const runPath = `/api/seo-spider/runs/${(JSON.parse(text) as { runId: string }).runId}`;
  for (;;) {
    await pause(500);
    const { run } = JSON.parse((await ask({ path: runPath, headers })).text) as { run: { status: string } };
    if (!["queued", "running"].includes(run.status)) return runPath;
  }
}

async function tickCosts({ tick }: BundledService, rounds: number): Promise<Record<string, number[]>> {
  const costs: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++)
    for (const [cron, messages] of Object.entries(CRONS)) {
      const before = cpuMs();
      await tick(cron);
      await pause(QUIET_MS);
      (costs[cron] ??= []).push((cpuMs() - before) / (messages + 1));
    }
  return costs;
}

export const requests = defineBenchmark({
  name: "requests",
  measures:
    "Sends requests one after another to a service with the settings of the free plan, one domain and one audit: the first byte of the " +
    "dashboard's pages, the API and a cached page, and the CPU time of workerd, which runs D1, KV, queues and objects too. The constant " +
    "Worker answers the same client with 71,000 bytes from memory.",
  peers: ["constant Worker"],
  sizes: { short: { requests: 40, pages: 100, rounds: 3 }, long: { requests: 300, pages: 100, rounds: 5 } },

  async run({ size: { requests: count, pages, rounds }, inTurns, defer }) {
    const site = await startArticles(pages);
    defer(site.stop);
    const service = await startBundled({ bindings: FREE_SETTINGS, renders: true });
    defer(service.dispose);
    await service.setBare("a".repeat(71_000));
    const { key, email, password } = await addAccount(service, site.host);
    const [ask, askBare] = [client(service.direct), client(service.bare)];
    const api = { host: service.direct.host };
    const own = { ...api, "x-service-api-key": key };
    const signIn = { path: "/api/auth/sign-in/email", method: "POST", headers: api, json: { email, password } };
    const session = { ...api, cookie: (await ask(signIn)).cookie };
    const runPath = await auditSite(ask, site.host, own);
    const crawler = { host: site.host, "user-agent": BOT, "accept-encoding": "gzip" };

    async function measure(send: typeof ask, asked: Asked, times: number): Promise<Figures> {
      await send(asked);
      await pause(QUIET_MS);
      const before = cpuMs();
      const first: number[] = [];
      for (let i = 0; i < times; i++) {
        const { status, firstByteMs } = await send(asked);
        if (status !== 200) throw new Error(`${asked.path}: ${status}`);
        first.push(firstByteMs);
      }
      return { firstByte: median(first), cpu: (cpuMs() - before) / times };
    }

    const sitePath = `/app/site/${site.host}`;
    const runPage = `${sitePath}/audits/${runPath.split("/").at(-1)}`;
    const page = (path: string): Asked => ({ path, headers: session });
    const kinds: Array<[name: string, asked: Asked, times: number, shown: Measure["shown"]]> = [
      ["dashboard: domains", page("/app"), count, "picture"],
      ["dashboard: overview of a domain", page(sitePath), count, "picture"],
      ["dashboard: audits", page(`${sitePath}/audits`), count, "page"],
      ["dashboard: one audit", page(runPage), count, "picture"],
      ["API: visits", { path: `/api/analytics/bots?domain=${site.host}`, headers: own }, count, "page"],
      ["API: audits", { path: "/api/seo-spider/runs", headers: own }, count, "page"],
      ["API: one audit", { path: runPath, headers: own }, count, "page"],
      ["cached page", { path: "/", headers: crawler }, count, "page"],
      ["sign-in with a password", signIn, 3, "page"],
    ];
    for (const [, asked] of kinds) await ask(asked);
    const contenders: Record<string, () => Promise<Figures>> = {
      [REFERENCE]: () => measure(askBare, { path: "/memory" }, count),
    };
    for (const [name, asked, times] of kinds) contenders[name] = () => measure(ask, asked, times);
    const found = await inTurns(rounds, contenders);
    const compared = (name: string) => ({ [OURS]: found[name]!, [REFERENCE]: found[REFERENCE]! });
    const ticks = await tickCosts(service, rounds);
    return [
      ...kinds.flatMap(([name, , , shown]) =>
        measuresOf(compared(name), {
          firstByte: { what: `first byte, ${name}`, unit: "ms", better: "less", shown },
          cpu: { what: `CPU, ${name}`, unit: "ms", better: "less" },
        }),
      ),
      ...Object.entries(ticks).map(([cron, values]): Measure => ({
        what: `CPU per invocation, cron ${cron}`,
        unit: "ms",
        better: "less",
        values: { [OURS]: values },
      })),
    ];
  },
});
