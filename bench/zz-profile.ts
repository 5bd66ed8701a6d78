import { writeFileSync, mkdirSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { groupMembers, ask, seedAccount, startAudit, startService, untilEnded } from "../test/support/service.ts";
import { figuresOfGroup } from "../test/support/processes.ts";
import { startArticles } from "./support/start-articles.ts";
async function inspectorUrl(groupId: number): Promise<string> {
  const own = groupMembers(groupId).map((pid) => `pid=${pid},`);
  const lines = spawnSync("ss", ["-ltnpH"], { encoding: "utf8" }).stdout.split("\n");
  for (const line of lines.filter((each) => own.some((pid) => each.includes(pid)))) {
    const port = /127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    const targets = await fetch(`http://127.0.0.1:${port}/json`, { signal: AbortSignal.timeout(2_000) })
      .then((a) => a.json() as any)
      .catch(() => []);
    const worker = Array.isArray(targets) ? targets.find((each: any) => each.description === "workers") : undefined;
    if (worker) return worker.webSocketDebuggerUrl;
  }
  throw new Error("no inspector");
}
const pages = 1000;
const site = await startArticles(pages);
const service = await startService();
try {
  const auth = await seedAccount(service.base, { domain: site.host });
  const run = async () => {
    const before = figuresOfGroup(service.child.pid!, "workerd").cpuSeconds;
    const { body } = await startAudit(service.base, auth, site.host, { allowSampling: false, files: "none" });
    await ask(service.base, "GET", `/api/seo-spider/runs/${body.runId}/progress`, { headers: auth });
    const { run } = await untilEnded(service.base, auth, body.runId, 600_000);
    console.log(
      run.pagesCrawled,
      ((run.pagesCrawled / run.crawlStats.durationMs) * 1000).toFixed(1),
      "pages/s",
      (((figuresOfGroup(service.child.pid!, "workerd").cpuSeconds - before) * 1000) / pages).toFixed(2),
      "ms CPU/page",
    );
  };
  await run();
  await run();
  const socket = new WebSocket(await inspectorUrl(service.child.pid!), {
    headers: { origin: "http://localhost" },
  } as never);
  await new Promise((r) => socket.addEventListener("open", r, { once: true }));
  let last = 0;
  const waiting = new Map<number, (r: any) => void>();
  socket.addEventListener("message", ({ data }) => {
    const m = JSON.parse(String(data));
    if (m.id) {
      waiting.get(m.id)?.(m.result);
    }
  });
  const send = (method: string, params = {}) =>
    new Promise<any>((r) => {
      waiting.set(++last, r);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await send("Profiler.enable");
  await send("Profiler.setSamplingInterval", { interval: 500 });
  await send("Profiler.start");
  await run();
  const { profile } = await send("Profiler.stop");
  mkdirSync("/tmp/site/wcpu", { recursive: true });
  writeFileSync(`/tmp/site/wcpu/${Date.now()}.cpuprofile`, JSON.stringify(profile));
  socket.close();
  await run();
} finally {
  service.dispose();
  site.stop();
}
process.exit(0);
