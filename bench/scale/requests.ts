/**
 * CPU per request, to compare with the 10 ms of Cloudflare's free plan: processor time of workerd over many requests of each
 * kind, one after another. workerd runs D1, KV, R2, the queues and the objects as well, so the figures are upper bounds.
 * `node bench/scale/requests.ts [requests=300] [pages=100]`
 */
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import { FREE_SETTINGS } from "../../scripts/dev/free-plan.ts";
import { freePort } from "../../test/support/service.ts";
import { startSite } from "../audit/service.ts";
import { BOT, startService } from "../prerender/service.ts";

const [requests = 300, pages = 100] = process.argv.slice(2).map(Number);
/** After a job, queues and objects work for a moment. */
const QUIET_MS = 1_500;

/** Processor time in ms of the workerd that this process started. */
function cpuMs(): number {
  let ms = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (stat.includes("(workerd)") && Number(fields[1]) === process.pid)
        ms += (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      // The process has ended in the meantime.
    }
  }
  return ms;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const sitePort = await freePort();
const site = await startSite(pages, sitePort);
const service = await startService((await freePort()) - 10, {
  ...FREE_SETTINGS,
  CRAWLER_PROOFS_URL: "off",
  DNS_RESOLVER_URL: "http://127.0.0.1:9/dns-query",
});
const agent = new http.Agent({ keepAlive: true });

interface Asked {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  json?: unknown;
}

function ask({
  path,
  method = "GET",
  headers = {},
  json,
}: Asked): Promise<{ status: number; cookie: string; text: string }> {
  const { hostname, port } = service.direct;
  const body = json === undefined ? undefined : JSON.stringify(json);
  const all = { ...(body && { "content-type": "application/json" }), ...headers };
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path, method, headers: all, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        const cookie = (response.headers["set-cookie"] ?? []).map((each) => each.split(";")[0]).join("; ");
        resolve({ status: response.statusCode ?? 0, cookie, text });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

async function measure(name: string, asked: Asked, count = requests): Promise<void> {
  for (let i = 0; i < Math.min(20, count); i++) await ask(asked);
  await pause(QUIET_MS);
  const before = cpuMs();
  let bytes = 0;
  const statuses = new Set<number>();
  for (let i = 0; i < count; i++) {
    const { status, text } = await ask(asked);
    statuses.add(status);
    bytes = text.length;
  }
  const ms = (cpuMs() - before) / count;
  console.log(
    `${name.padEnd(44)} ${ms.toFixed(1).padStart(7)} ms, HTTP ${[...statuses].join(" ")}, ${bytes} characters`,
  );
}

async function main(): Promise<void> {
  const domain = `127.0.0.1:${sitePort}`;
  const key = { "x-service-api-key": await service.addDomain(domain) };
  const api = { host: service.direct.host };
  const signIn = {
    path: "/api/auth/sign-in/email",
    method: "POST",
    headers: api,
    json: { email: service.email, password: service.password },
  };
  const { cookie } = await ask(signIn);

  let before = cpuMs();
  const start = { domain, urls: [`http://${domain}/`], mode: "follow", allowSampling: false };
  const run = await ask({ path: "/api/seo-spider/runs", method: "POST", headers: { ...key, ...api }, json: start });
  const { runId } = JSON.parse(run.text) as { runId: string };
  const runPath = `/api/seo-spider/runs/${runId}`;
  for (;;) {
    await pause(500);
    const { run: state } = JSON.parse((await ask({ path: runPath, headers: { ...key, ...api } })).text) as {
      run: { status: string; pagesCrawled: number };
    };
    if (state.status === "running" || state.status === "queued") continue;
    console.log(
      `audit: ${state.status}, ${state.pagesCrawled} pages, ${((cpuMs() - before) / state.pagesCrawled).toFixed(1)} ms per page, all jobs and polls`,
    );
    break;
  }

  const crawler = { host: domain, "user-agent": BOT, "accept-encoding": "gzip" };
  const rendered = await ask({ path: "/", headers: crawler });
  console.log(`render: HTTP ${rendered.status}`);
  await measure("cached page", { path: "/", headers: crawler });
  const own = { ...api, ...key };
  await measure("GET /api/analytics/bots", { path: `/api/analytics/bots?domain=${domain}`, headers: own });
  await measure("GET /api/seo-spider/runs", { path: "/api/seo-spider/runs", headers: own });
  await measure(`GET ${runPath.replace(runId, "{id}")}`, { path: runPath, headers: own }, 50);
  const session = { ...api, cookie };
  for (const page of [
    "/app",
    `/app/site/${domain}`,
    `/app/site/${domain}/audits`,
    `/app/site/${domain}/audits/${runId}`,
  ])
    await measure(
      `page ${page.replace(runId, "{id}").replace(domain, "{domain}")}`,
      { path: page, headers: session },
      50,
    );
  await measure("sign-in with a password", signIn, 5);
  const crons = { "*/15 * * * *": 13, "10 0 * * *": 10 };
  for (const [cron, messages] of Object.entries(crons)) {
    before = cpuMs();
    for (let i = 0; i < 10; i++) {
      await service.tick(cron);
      await pause(QUIET_MS);
    }
    console.log(`tick ${cron}: ${((cpuMs() - before) / 10 / (messages + 1)).toFixed(1)} ms per invocation`);
  }
}

try {
  await main();
} finally {
  site.kill();
  await service.dispose();
}
process.exit(0);
