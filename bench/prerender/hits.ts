/**
 * Cached hits per second: this service, a Worker that answers with constant bytes, a bare Worker that reads one KV value
 * of the same size, npm `prerender` with its memory cache, and nginx with the same bytes, one after another on one
 * machine. Arguments: port, seconds per row, connections, rounds, and `workers` to leave out `prerender` and nginx.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { BOT, startService } from "./service.ts";

const [port = 24_000, seconds = 6, connections = 32, rounds = 1] = process.argv.slice(2, 6).map(Number);
const withPeers = process.argv[6] !== "workers";
const words = Array.from({ length: 9_000 }, (_, i) => `word${i % 997}`).join(" ");
const site = http.createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(`<!doctype html><html><head><title>Page</title></head><body><p>${words}</p></body></html>`);
});
await new Promise<void>((resolve) => site.listen(port + 9, "127.0.0.1", resolve));
const host = `127.0.0.1:${port + 9}`;
const children: ChildProcess[] = [];
const OWN = "this service, own socket";
const CONSTANT = "constant Worker, bytes in memory";
const BARE = "bare Worker, one KV value";

/** Median and extremes. */
function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b).map((value) => value.toFixed(2));
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]} to ${sorted.at(-1)})`;
}

interface Load {
  rate: number;
  /** CPU time of workerd per request, in µs, which other work on the machine hardly changes. */
  cpu: number;
  text: string;
}

/** CPU time that workerd has used, in µs. */
function workerdCpu(): number {
  return readdirSync("/proc").reduce((sum, pid) => {
    if (!/^\d+$/.test(pid)) return sum;
    try {
      const [, name, rest] = /\((.*)\) \S (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))!;
      const fields = rest!.split(" ");
      // Fields 4, 14 and 15 of the file: parent, and user and system time in hundredths of a second.
      return name === "workerd" && fields[0] === String(process.pid)
        ? sum + (Number(fields[10]) + Number(fields[11])) * 10_000
        : sum;
    } catch {
      return sum;
    }
  }, 0);
}

/** Requests per second, as measured by wrk. */
function load(url: string, headers: Record<string, string>): Load {
  const lines = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const before = workerdCpu();
  const { stdout } = spawnSync("wrk", ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", ...lines, url], {
    encoding: "utf8",
  });
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const cpu = (workerdCpu() - before) / requests;
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const errors = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? "0";
  const p50 = /\n\s+50%\s+(\S+)/.exec(stdout)?.[1];
  return { rate, cpu, text: `${rate.toFixed(0)}/s, ${cpu.toFixed(0)} µs of CPU, p50 ${p50}, errors ${errors}` };
}

/** Starts nginx and `prerender`. Returns when `prerender` has the page in its cache. */
async function startPeers(folder: string, page: string, browser: string, peerUrl: string): Promise<void> {
  mkdirSync(path.join(folder, "html"));
  writeFileSync(path.join(folder, "html", "p"), page);
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const server = `server { listen 127.0.0.1:${port + 3}; location / { root ${folder}/html; default_type text/html; } }`;
  writeFileSync(
    path.join(folder, "nginx.conf"),
    `daemon off; ${process.getuid?.() === 0 ? "user root;" : ""} worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${temp.join(" ")} ${server} }`,
  );
  children.push(
    spawn("nginx", ["-p", folder, "-c", path.join(folder, "nginx.conf")], { stdio: "ignore", detached: true }),
  );
  const peer = [path.join(import.meta.dirname, "peer.mjs"), String(port + 4), String(port + 5), browser, "cache"];
  children.push(
    spawn(process.execPath, peer, { stdio: "ignore", detached: true, env: { ...process.env, CACHE_TTL: "3600" } }),
  );
  for (
    let i = 0;
    i < 40 &&
    !(await fetch(peerUrl).then(
      (answer) => answer.ok,
      () => false,
    ));
    i++
  )
    await new Promise((resolve) => setTimeout(resolve, 500));
}

const service = await startService(port);
const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-hits-"));
try {
  const key = await service.addDomain(host);
  const url = new URL(`/render/http://${host}/p`, service.front);
  const rendered = await fetch(url, { headers: { "x-service-api-key": key, "user-agent": BOT } });
  const page = await rendered.text();
  console.log(`page: ${page.length} characters, ${rendered.headers.get("x-crawlready-cache")}`);
  await service.setBare(page);
  const peerUrl = `http://127.0.0.1:${port + 4}/http://${host}/p`;
  if (withPeers) await startPeers(folder, page, service.browser, peerUrl);
  // wrk recognizes a custom Host header only with this spelling.
  const crawler = { Host: host, "user-agent": BOT, "cf-connecting-ip": "66.249.66.1" };
  for (const encoding of ["gzip", "identity"]) {
    const headers = { "accept-encoding": encoding };
    const workers = {
      [OWN]: () => load(`${service.direct.origin}/p`, { ...crawler, ...headers }),
      [CONSTANT]: () => load(`${service.bare.origin}/memory`, { ...crawler, ...headers }),
      [BARE]: () => load(`${service.bare.origin}/`, { ...crawler, ...headers }),
    };
    const peers = {
      "this service, through miniflare": () => load(`${service.front.origin}/p`, { ...crawler, ...headers }),
      "prerender with its memory cache": () => load(peerUrl, headers),
      "nginx, the same bytes": () => load(`http://127.0.0.1:${port + 3}/p`, headers),
    };
    const loads = new Map<string, Load[]>();
    for (let round = 0; round < rounds; round++)
      for (const [name, run] of Object.entries(withPeers ? { ...workers, ...peers } : workers)) {
        const load = run();
        loads.set(name, [...(loads.get(name) ?? []), load]);
        console.log(`${encoding.padEnd(9)} ${name.padEnd(33)} ${load.text}`);
      }
    const own = loads.get(OWN)!;
    for (const name of [CONSTANT, BARE]) {
      const other = loads.get(name)!;
      const rates = spread(own.map(({ rate }, round) => rate / other[round]!.rate));
      const cpus = spread(own.map(({ cpu }, round) => other[round]!.cpu / cpu));
      console.log(`${encoding.padEnd(9)} per ${name}: by rate ${rates}, by CPU ${cpus}`);
    }
  }
} finally {
  // Kills the process groups, because the peer leaves its browser running when only the peer is killed.
  for (const child of children) process.kill(-child.pid!, "SIGTERM");
  await service.dispose();
  site.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
