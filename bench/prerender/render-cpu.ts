/**
 * CPU time per cold render, of the service with its browser: unlike renders per second, it can be compared on a machine
 * that is busy with other work. Arguments: port, pages per round, concurrent pages.
 */
import { readdirSync, readFileSync } from "node:fs";
import { BOT, startService } from "./service.ts";
import { startSinglePageSite } from "./single-page-site.ts";

const [port = 24_300, pages = 60, atOnce = 4] = process.argv.slice(2).map(Number);
const CLOCK_TICKS = 100;

const script = (flag: boolean) =>
  `${flag ? "window.prerenderReady = false;" : ""} fetch("/data.json").then((answer) => answer.json()).then((data) => { document.getElementById("root").innerHTML = "<h1>" + data.title + "</h1>" + Array.from({ length: 150 }, (_, i) => "<li>Item " + i + " of the list, made of oak and steel</li>").join(""); ${flag ? "window.prerenderReady = true;" : ""} })`;

/** CPU seconds of all processes that descend from this one, without this one. */
function cpuSeconds(): { browser: number; worker: number } {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const stats = all.flatMap((pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      const name = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
      const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
      return [{ pid: Number(pid), parent: Number(fields[1]), name, seconds: ticks / CLOCK_TICKS }];
    } catch {
      return [];
    }
  });
  const own = new Set([process.pid]);
  for (let grown = -1; grown !== own.size;) {
    grown = own.size;
    for (const { pid, parent } of stats) if (own.has(parent)) own.add(pid);
  }
  const total = { browser: 0, worker: 0 };
  for (const { pid, name, seconds } of stats)
    if (own.has(pid) && pid !== process.pid) total[/chrom/i.test(name) ? "browser" : "worker"] += seconds;
  return total;
}

const hosts = Array.from({ length: Math.ceil((pages * 2) / 45) + 1 }, (_, i) => `127.0.0.1:${port + 20 + i}`);
const sites = hosts.map((host) => startSinglePageSite(Number(host.split(":")[1]), script));
const service = await startService(port);
try {
  const keys = new Map<string, string>();
  for (const host of hosts) keys.set(host, await service.addDomain(host));
  const ask = async (host: string, where: string) => {
    const headers = { "x-service-api-key": keys.get(host)!, "user-agent": BOT };
    return (await fetch(new URL(`/render/http://${host}${where}`, service.front), { headers })).text();
  };
  for (const host of hosts) await ask(host, "/warm-up");
  for (const kind of ["flag", "none"]) {
    let next = 0;
    let good = 0;
    const before = cpuSeconds();
    const startedAt = Date.now();
    const lane = async () => {
      for (let i = next++; i < pages; i = next++)
        if ((await ask(hosts[i % hosts.length]!, `/${kind}-${i}`)).includes("Item 149 of the list")) good++;
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    const after = cpuSeconds();
    const ms = (part: "browser" | "worker") => (((after[part] - before[part]) / pages) * 1_000).toFixed(0);
    const rate = pages / ((Date.now() - startedAt) / 1_000);
    console.log(
      `${kind} ${rate.toFixed(1)}/s, CPU per render: browser ${ms("browser")} ms, service ${ms("worker")} ms; ${good} of ${pages} complete`,
    );
  }
} finally {
  await service.dispose();
  for (const each of sites) each.close();
}
process.exit(0);
