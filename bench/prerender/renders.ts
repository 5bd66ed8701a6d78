/**
 * Cold renders per second of a single-page application: this service and npm `prerender` with the same browser and the
 * same number of concurrent pages, with and without a ready flag. Arguments: port, pages per round, concurrent pages.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { BOT, startService } from "./service.ts";
import { startSinglePageSite } from "./single-page-site.ts";

const [port = 24_100, pages = 60, atOnce = 4] = process.argv.slice(2).map(Number);
const rows = Array.from(
  { length: 150 },
  (_, i) => `"<li><a href='/item/${i}'>Item ${i} of the list, made of oak and steel</a></li>"`,
);
const script = (flag: boolean) =>
  `${flag ? "window.prerenderReady = false;" : ""} fetch("/data.json").then((answer) => answer.json()).then((data) => { document.getElementById("root").innerHTML = "<h1>" + data.title + "</h1><ul>" + [${rows.join(",")}].join("") + "</ul>"; ${flag ? "window.prerenderReady = true;" : ""} })`;

/** A domain may cause 60 renders per minute, so the load rotates over enough domains. */
const hosts = Array.from({ length: Math.ceil(pages / 25) + 1 }, (_, i) => `127.0.0.1:${port + 20 + i}`);
const sites = hosts.map((host) => startSinglePageSite(Number(host.split(":")[1]), script));
const service = await startService(port);
const peer = spawn(
  process.execPath,
  [path.join(import.meta.dirname, "peer.mjs"), String(port + 4), String(port + 5), service.browser],
  { stdio: "ignore", detached: true },
);

/** Pages per second, each requested once, and the number that contained the text from the script. */
async function measure(
  name: string,
  ask: (host: string, where: string) => Promise<string>,
  kind: string,
): Promise<number> {
  let next = 0;
  let good = 0;
  const startedAt = Date.now();
  const lane = async () => {
    while (next < pages) {
      const i = next++;
      const html = await ask(hosts[i % hosts.length]!, `/${kind}-${i}`);
      if (html.includes("Item 149 of the list") && !html.includes("<script")) good++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const rate = pages / ((Date.now() - startedAt) / 1000);
  console.log(`${kind.padEnd(8)} ${name.padEnd(14)} ${rate.toFixed(1)}/s, ${good} of ${pages} complete`);
  return rate;
}

try {
  const keys = new Map<string, string>();
  for (const host of hosts) keys.set(host, await service.addDomain(host));
  const ours = async (host: string, where: string) => {
    const headers = { "x-service-api-key": keys.get(host)!, "user-agent": BOT };
    return (await fetch(new URL(`/render/http://${host}${where}`, service.front), { headers })).text();
  };
  const theirs = async (host: string, where: string) =>
    (await fetch(`http://127.0.0.1:${port + 4}/http://${host}${where}`)).text();
  for (const host of hosts) await ours(host, "/warm-up");
  for (let i = 0; i < 40 && !(await theirs(hosts[0]!, "/warm-up").catch(() => "")); i++)
    await new Promise((resolve) => setTimeout(resolve, 500));
  for (const kind of ["flag", "none"]) {
    const own = await measure("this service", ours, kind);
    const other = await measure("prerender", theirs, kind);
    console.log(`${kind.padEnd(8)} ratio          ${(own / other).toFixed(1)}`);
  }
} finally {
  // Kills the process group, because the peer leaves its browser running when only the peer is killed.
  process.kill(-peer.pid!, "SIGTERM");
  await service.dispose();
  for (const each of sites) each.close();
}
process.exit(0);
